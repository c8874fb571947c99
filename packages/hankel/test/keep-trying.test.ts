import { afterEach, describe, expect, it, vi } from "vitest";
import { keepTrying } from "../src/support/open-stream.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** An attempt that fails so often before it brings something, and takes so many milliseconds each time. */
function attempts(failures: number, milliseconds: number) {
  let [left, now] = [failures, 0];
  vi.spyOn(performance, "now").mockImplementation(() => now);
  return vi.fn(() => {
    now += milliseconds;
    return left-- === 0 ? "something" : undefined;
  });
}

describe("keepTrying", () => {
  it("takes all the time there is while the command may go on", async () => {
    const attempt = attempts(3, 1e6);
    expect(await keepTrying(attempt, new AbortController().signal)).toBe("something");
    expect(await keepTrying(attempts(3, 1e6))).toBe("something");
  });

  it("goes on for a second after the command should end", async () => {
    expect(await keepTrying(attempts(3, 333), AbortSignal.abort())).toBe("something");
    const attempt = attempts(9, 500);
    expect(await keepTrying(attempt, AbortSignal.abort())).toBeUndefined();
    expect(attempt).toHaveBeenCalledTimes(3);
  });
});
