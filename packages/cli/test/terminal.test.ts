import { afterEach, describe, expect, test, vi } from "vitest";
import { columns, harmless, width } from "../src/show/columns.ts";
import { paintFor } from "../src/show/paint.ts";
import { Progress } from "../src/show/progress.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

function stream(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  return { written, stream: { isTTY, columns: 40, write } as unknown as NodeJS.WriteStream };
}

const costs = { questions: 12, rounds: 3, symbols: 40, cost: 52, equivalences: 1, tests: 0 };

describe("progress", () => {
  test("updates one line on a terminal, no wider than the terminal, and clears it", () => {
    const { written, stream: terminal } = stream(true);
    let now = 0;
    const progress = new Progress(terminal, false, () => now);
    for (now of [50, 150, 200, 350]) progress.update(() => 2, costs);
    progress.end();
    const line = "\r\u001b[K2 states, 12 questions in 3 rounds, 1 c";
    expect(written).toEqual([line, line, "\r\u001b[K"]);
  });

  test("prints a line from time to time in a pipe, also when nothing happens", () => {
    const { written, stream: pipe } = stream(false);
    let now = 0;
    const progress = new Progress(pipe, false, () => now);
    for (now of [150, 3000, 4000, 7000]) progress.update(() => 2, costs);
    for (now of [7500, 8000, 8500]) progress.show();
    progress.end();
    const line = "2 states, 12 questions in 3 rounds, 1 conjecture\n";
    expect(written).toEqual([line, line]);
  });
});

describe("colours", () => {
  test("only on a terminal, never with NO_COLOR, never on a dumb terminal", () => {
    vi.stubEnv("TERM", "xterm");
    vi.stubEnv("NO_COLOR", "");
    expect(paintFor({ isTTY: true }).bold("x")).toBe("\u001b[1mx\u001b[22m");
    expect(paintFor({ isTTY: false }).group(1, "x")).toBe("x");
    vi.stubEnv("NO_COLOR", "1");
    expect(paintFor({ isTTY: true }).faint("x")).toBe("x");
    vi.stubEnv("NO_COLOR", "");
    vi.stubEnv("TERM", "dumb");
    expect(paintFor({ isTTY: true }).group(0, "x")).toBe("x");
  });
});

describe("columns", () => {
  test("line up, also with wide characters", () => {
    const rows = [
      [{ text: "😀" }, { text: "x" }],
      [{ text: "abc" }, { text: "y" }],
    ];
    expect(columns(rows)).toEqual(["😀   x", "abc  y"]);
    expect(width("漢字é👩‍👩‍👧")).toBe(7);
  });

  test("never let a symbol move the cursor", () => {
    expect(harmless("a\u001b[2Jb\n\u202e")).toBe("a\\u001b[2Jb\\u000a\\u202e");
  });
});
