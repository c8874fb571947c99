import { Console } from "node:console";
import { Writable } from "node:stream";
import { standardError } from "./terminal.ts";

/**
 * Packages that Hankel uses print to the console what a server sent, secrets included, and where the result belongs. That is
 * kept for those who look for a bug.
 */
export function silenceConsole(): void {
  const shown = process.env["HANKEL_DEBUG"] === "1";
  const sink = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      if (shown) void standardError.text(text);
      done();
    },
  });
  globalThis.console = new Console(sink);
}
