/** Runs a command line; a failure is reported, too, and has its exit code. */
export async function runToEnd(args: readonly string[]): Promise<number> {
  try {
    const { run } = await import("./program.ts");
    return await run(args);
  } catch (error) {
    const { exitCodeOf, report } = await import("./support/failures.ts");
    report(error);
    return exitCodeOf(error);
  }
}
