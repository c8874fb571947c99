import { EXIT } from "./support/process.ts";
import { standardError } from "./support/terminal.ts";

/** Runs a command line; a failure is reported, too, and has its exit code. */
export async function runToEnd(args: readonly string[]): Promise<number> {
  try {
    const { run } = await import("./program.ts");
    return await run(args);
  } catch (error) {
    return reported(error);
  }
}

/** Tells the user what went wrong, and returns the exit code. Where no file can be opened any more, not even our own, it says just that. */
export async function reported(error: unknown): Promise<number> {
  try {
    const { exitCodeOf, report } = await import("./support/failures.ts");
    report(error);
    return exitCodeOf(error);
  } catch (lacking) {
    const message = lacking instanceof Error ? lacking.message : String(lacking);
    standardError.line(`hankel: cannot load a part of itself: ${message}`);
    return EXIT.usage;
  }
}
