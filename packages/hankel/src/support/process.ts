/** What belongs to the process: its version, how it ends, and what others may not do to its streams. Loaded by every command, so it is small. */

import { closeSync, fstatSync, readFileSync } from "node:fs";
import { standardError } from "./terminal.ts";

/** How a command can end. A signal ends it with 128 and its number, as shells report it: 130 for an interrupt. */
export const EXIT = {
  done: 0,
  negative: 1,
  usage: 2,
  teacher: 3,
  budget: 4,
  bug: 70,
  interrupted: 130,
} as const;

/** How long what a command has left behind, such as a network that is being loaded, may delay its end, in milliseconds. */
export const LONGEST_END = 2000;

/** The version of this package, from its own package.json. */
export function version(): string {
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** Standard input, output and error. */
const STREAMS = [0, 1, 2] as const;

/**
 * Makes the process end as it should, although its terminal was closed in the meantime. At an exit Node brings terminals back
 * into the state in which it found them, and aborts if that fails; a stream that is closed is left alone.
 */
export function forgetLostTerminals(): void {
  const devices = STREAMS.filter(isDevice);
  if (devices.length === 0) return;
  const { isatty } = process.getBuiltinModule("node:tty");
  const terminals = devices.filter((stream) => isatty(stream));
  process.on("exit", () => {
    for (const stream of terminals) if (!isatty(stream)) closeSync(stream);
  });
}

/** Only a device can be a terminal. Where there is none, `node:tty` is not loaded, which takes as long as our own script. */
function isDevice(stream: number): boolean {
  try {
    return fstatSync(stream).isCharacterDevice();
  } catch {
    return false;
  }
}

/**
 * Packages that Hankel uses print to the console what a server sent, secrets included, and where the result belongs. That is
 * kept for those who look for a bug.
 */
export function silenceConsole(): void {
  // Made when somebody prints: the modules of Node that it needs take long to load.
  let silent: Console | undefined;
  Object.defineProperty(globalThis, "console", {
    configurable: true,
    get: () => (silent ??= silentConsole()),
    set(other: Console) {
      silent = other;
    },
  });
}

function silentConsole(): Console {
  const { Console } = process.getBuiltinModule("node:console");
  const { Writable } = process.getBuiltinModule("node:stream");
  const shown = process.env["HANKEL_DEBUG"] === "1";
  const sink = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      if (shown) void standardError.text(text);
      done();
    },
  });
  return new Console(sink);
}
