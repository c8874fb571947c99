import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import { LiveProgress } from "../src/learn/progress.ts";
import { columns } from "../src/show/columns.ts";
import { paintFor } from "../src/show/paint.ts";
import { Terminal } from "../src/support/terminal.ts";
import { fitted, width } from "../src/support/width.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

function stream(isTTY: boolean) {
  const written: (string | Uint8Array)[] = [];
  const write = (text: string | Uint8Array, done?: unknown) => {
    if (typeof done === "function") queueMicrotask(() => done());
    return written.push(text) > 0;
  };
  return { written, stream: new Terminal(() => ({ isTTY, columns: 40, write })) };
}

const costs = { questions: 12, rounds: 3, symbols: 40, cost: 52, equivalences: 1, tests: 0 };

describe("progress", () => {
  test("updates one line on a terminal, no wider than the terminal, and clears it", () => {
    const { written, stream: terminal } = stream(true);
    let now = 0;
    const progress = new LiveProgress(terminal, false, () => now);
    for (now of [50, 150, 200, 350]) progress.plain(() => 2, costs);
    progress.end();
    const line = "\r\u001b[K2 states, 12 questions in 3 rounds, 1 c";
    expect(written).toEqual([line, line, "\r\u001b[K"]);
  });

  test("prints a line from time to time in a pipe, also when nothing happens", () => {
    const { written, stream: pipe } = stream(false);
    let now = 0;
    const progress = new LiveProgress(pipe, false, () => now);
    for (now of [150, 3000, 4000, 7000]) progress.plain(() => 2, costs);
    for (now of [7500, 8000, 8500]) progress.show();
    progress.end();
    const line = "2 states, 12 questions in 3 rounds, 1 conjecture\n";
    expect(written).toEqual([line, line]);
  });
});

describe("the line that is replaced", () => {
  const replaced = (text: string) => {
    const { written, stream: terminal } = stream(true);
    terminal.replaceLine(text);
    return written[0].toString().slice("\r\u001b[K".length);
  };

  test("is narrower than the terminal, whatever its characters take", () => {
    expect(replaced("漢".repeat(40))).toBe("漢".repeat(19));
    expect(replaced(`a${"漢".repeat(40)}`)).toBe(`a${"漢".repeat(19)}`);
    expect(replaced("e\u0301".repeat(50))).toBe("e\u0301".repeat(39));
    expect(replaced("👍".repeat(40))).toBe("👍".repeat(19));
    expect(replaced("\t".repeat(50))).toBe(" ".repeat(39));
    expect(replaced("\u001b".repeat(50))).toBe(String.raw`\u001b`.repeat(7).slice(0, 39));
  });

  test("ends its styles", () => {
    vi.stubEnv("TERM", "xterm");
    vi.stubEnv("NO_COLOR", "");
    const { stream: terminal } = stream(true);
    const bold = paintFor(terminal).bold("x".repeat(50));
    expect(replaced(bold)).toBe(`\u001b[1m${"x".repeat(39)}\u001b[22m`);
    expect(fitted("\u001b[1m漢字\u001b[22m!", 3)).toBe("\u001b[1m漢\u001b[22m");
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

describe("what others wrote", () => {
  const HOSTILE =
    "\u001b[31mred\u001b]0;title\u0007 \u009b2J \u202eback\u2066 \u200bnone \ue000:1m\u{e0041} \ud800\r\n\u2028\tend";
  const SHOWN = String.raw`\u001b[31mred\u001b]0;title\u0007 \u009b2J \u202eback\u2066 \u200bnone ${"\ue000"}:1m\u{e0041} \ud800\r\n\u2028${"\t"}end`;

  test("is shown on a terminal, not obeyed, and stays exact in a pipe", () => {
    const { written, stream: terminal } = stream(true);
    terminal.line(HOSTILE);
    expect(written).toEqual([`${SHOWN}\n`]);
    const piped = stream(false);
    piped.stream.line(HOSTILE);
    expect(piped.written).toEqual([`${HOSTILE}\n`]);
  });

  test("keeps the lines of a text, and bytes are decoded", async () => {
    const { written, stream: terminal } = stream(true);
    const bytes = new TextEncoder().encode("a\u001b[1m\né");
    await terminal.text(bytes.subarray(0, bytes.length - 1));
    await terminal.text(bytes.subarray(bytes.length - 1));
    expect(written).toEqual(["a\\u001b[1m\n", "é"]);
    const piped = stream(false);
    await piped.stream.text(bytes);
    expect(piped.written).toEqual([bytes]);
  });

  test("cannot leave the line that is overwritten, nor make it longer", () => {
    const { written, stream: terminal } = stream(true);
    terminal.replaceLine(`\n\u001b[2J${"x".repeat(100)}`);
    expect(written).toEqual([`\r\u001b[K\\n\\u001b[2J${"x".repeat(28)}`]);
  });

  test("cannot write our colours: they need a key that changes with each process", () => {
    vi.stubEnv("TERM", "xterm");
    vi.stubEnv("NO_COLOR", "");
    const { written, stream: terminal } = stream(true);
    const key = paintFor(terminal).bold("x").slice(1, 17);
    expect(key).toMatch(/^[0-9a-f]{16}$/u);
    terminal.line(paintFor(terminal).bold("x").replace(key, "0".repeat(16)));
    expect(written[0]).not.toContain("\u001b[1m");
  });
});

/** The sources of these packages, by their paths. */
async function sources(...packages: readonly string[]): Promise<readonly (readonly [string, string])[]> {
  const folders = packages.map((name) => fileURLToPath(new URL(`../../${name}/src`, import.meta.url)));
  const files = (await Promise.all(folders.map((folder) => glob(folder)))).flat();
  return Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const));
}

async function glob(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(".ts")).map((name) => join(folder, name));
}

test("nothing but the terminal's own file writes to the standard streams", async () => {
  const writers = (await sources("core", "networks", "teachers", "hankel"))
    .filter(([, text]) =>
      /process(?:\.std(?:out|err)\b(?!\.(?:on\(|isTTY))|\[name\])|console\.\w+\(/u.test(
        text.replaceAll(/^ *\*.*$/gmu, ""),
      ),
    )
    .map(([file]) => basename(file));
  expect(writers).toEqual(["terminal.ts"]);
});

describe("columns", () => {
  test("line up, also with wide characters", () => {
    const rows = [
      [{ text: "😀" }, { text: "x" }],
      [{ text: "abc" }, { text: "y" }],
    ];
    expect(columns(rows)).toEqual(["😀   x", "abc  y"]);
    expect(width("漢字e\u0301、Ａ👍")).toBe(4 + 1 + 2 + 2 + 2);
    // Letters that join into one syllable, and a heart that is made an emoji.
    expect([width("\u1112\u1161\u11ab"), width("❤\ufe0f"), width("ε → ¬")]).toEqual([2, 2, 5]);
  });

  test("show hidden characters, which would spoil them", () => {
    const rows = [
      [{ text: "a\u001b[2J\n" }, { text: "x" }],
      [{ text: "b" }, { text: "y" }],
    ];
    expect(columns(rows)).toEqual(["a\\u001b[2J\\n  x", "b             y"]);
  });
});
