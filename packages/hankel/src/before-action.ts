import type { Command } from "commander";

/** What is done between the reading of a command line and its action: refuses files that could not be written at the end. */
export async function beforeAction(command: Command): Promise<void> {
  if (process.env["HANKEL_DIGITS"] !== undefined) {
    const { allowDigits } = await import("./options/digits.ts");
    allowDigits(process.env["HANKEL_DIGITS"]);
  }
  const { checkFiles } = await import("./support/named-files.ts");
  checkFiles(command);
}
