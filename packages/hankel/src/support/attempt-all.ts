import { HankelError } from "@hankel/core";

/** Takes all steps in this order, whatever fails, and then throws what failed. */
export async function attemptAll(steps: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  throwAll(failures);
}

/** Throws one error for all of these, if there are any. An error that is a bug goes first, since it has a stack to show. */
export function throwAll(failures: readonly unknown[]): void {
  if (failures.length === 0) return;
  const [first, ...others] = failures;
  const bug = failures.find((error) => !(error instanceof HankelError));
  if (bug !== undefined || others.length === 0) throw bug ?? first;
  const messages = failures.map((error) => (error as HankelError).message);
  throw new HankelError((first as HankelError).code, messages.join("; "), { cause: first });
}
