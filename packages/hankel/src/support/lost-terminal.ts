import { closeSync } from "node:fs";
import { isatty } from "node:tty";

/** Standard input, output and error. */
const STREAMS = [0, 1, 2] as const;

/**
 * Makes the process end as it should, although its terminal was closed in the meantime. At an exit Node brings terminals back
 * into the state in which it found them, and aborts if that fails; a stream that is closed is left alone.
 */
export function forgetLostTerminals(): void {
  const terminals = STREAMS.filter((stream) => isatty(stream));
  if (terminals.length === 0) return;
  process.on("exit", () => {
    for (const stream of terminals) if (!isatty(stream)) closeSync(stream);
  });
}
