import { describe, expect, it } from "vitest";
import { LastWords } from "../src/process/last-words.ts";

/** What is shown of copies that write these lines, one copy after the other; an empty line stands for an answer. */
function shown(copies: readonly (readonly string[])[]): string[] {
  const lines: string[] = [];
  const words = new LastWords((line, worker) => lines.push(`${worker} ${line}`));
  copies.forEach((written, worker) => {
    const copy = words.follow(worker);
    for (const line of written) {
      if (line === "") copy.answered();
      else copy.line(line);
    }
    copy.ended();
  });
  return lines;
}

describe("the last words of the copies of a program", () => {
  it("are shown once if they are the same", () => {
    const crash = ["Traceback", "  in f", "ValueError"];
    expect(shown([crash, crash, crash])).toEqual(["0 Traceback", "0   in f", "0 ValueError"]);
  });

  it("are shown again where they differ, from the first line on", () => {
    const other = ["Traceback", "  in f", "KeyError"];
    expect(shown([["Traceback", "  in f", "ValueError"], other, other])).toEqual([
      "0 Traceback",
      "0   in f",
      "0 ValueError",
      "1 Traceback",
      "1   in f",
      "1 KeyError",
    ]);
  });

  it("are only those of the end: what is followed by an answer is shown", () => {
    expect(
      shown([
        ["loading", "", "crash"],
        ["loading", "", "crash"],
      ]),
    ).toEqual(["0 loading", "0 crash", "1 loading"]);
  });

  it("lose no line of a copy that goes on", () => {
    expect(
      shown([
        ["a", "b", "c"],
        ["a", "b"],
        ["b", "x"],
      ]),
    ).toEqual(["0 a", "0 b", "0 c", "1 a", "1 b", "2 b", "2 x"]);
  });

  it("need not be all lines that it has written", () => {
    const many = Array.from({ length: 300 }, (_, i) => `line ${i}`);
    expect(shown([many, many])).toHaveLength(500);
  });
});
