import { HankelError } from "@hankel/core";

/** Takes all steps in this order, whatever fails, and then throws what failed. */
export async function attemptAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw allOf(failures);
}

/** One error for several. An error that is a bug goes first, since it has a stack to show. */
function allOf(failures: readonly unknown[]): unknown {
  const [first, ...others] = failures;
  const bug = failures.find((error) => !(error instanceof HankelError));
  if (bug !== undefined || others.length === 0) return bug ?? first;
  const messages = failures.map((error) => (error as HankelError).message);
  return new HankelError((first as HankelError).code, messages.join("; "), { cause: first });
}
