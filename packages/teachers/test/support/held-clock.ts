import { vi } from "vitest";

/** Until it is disposed of, time passes and timeouts end in this process only as the test lets them. */
export function heldClock(): Disposable & { pass(milliseconds: number): void } {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  return {
    pass: (milliseconds) => vi.advanceTimersByTime(milliseconds),
    [Symbol.dispose]() {
      vi.useRealTimers();
    },
  };
}
