import { afterEach, describe, expect, test, vi } from "vitest";
import { columns, width } from "../src/show/columns.ts";
import { paintFor } from "../src/show/paint.ts";
import { Progress } from "../src/show/progress.ts";
import { Terminal } from "../src/support/terminal.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

function stream(isTTY: boolean) {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  return { written, stream: new Terminal(() => ({ isTTY, columns: 40, write })) };
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
    const { written, stream: terminal } = stream(true);
    terminal.line(`${paintFor(terminal).bold("x")} ${paintFor(terminal).group(1, "y")}`);
    expect(written).toEqual(["\u001b[1mx\u001b[22m \u001b[33my\u001b[39m\n"]);
    expect(paintFor(stream(false).stream).group(1, "x")).toBe("x");
    vi.stubEnv("NO_COLOR", "1");
    expect(paintFor(terminal).faint("x")).toBe("x");
    vi.stubEnv("NO_COLOR", "");
    vi.stubEnv("TERM", "dumb");
    expect(paintFor(terminal).group(0, "x")).toBe("x");
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

  test("show hidden characters, which would spoil them", () => {
    const rows = [
      [{ text: "a\u001b[2J\n" }, { text: "x" }],
      [{ text: "b" }, { text: "y" }],
    ];
    expect(columns(rows)).toEqual(["a\\u001b[2J\\n  x", "b             y"]);
  });
});
