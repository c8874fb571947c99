import { mkdir, readFile, symlink } from "node:fs/promises";
import { describe, expect } from "vitest";
import { automatonText, expectComplaint, test } from "./support/hankel.ts";

const BAD: readonly (readonly [string, Record<string, string>, string, string])[] = [
  ["an unknown semifield", { semifield: '"banana"' }, "3:16", 'there is no semifield "banana"; known are'],
  ["__proto__ as the semifield", { semifield: '"__proto__"' }, "3:16", 'no semifield "__proto__"'],
  ["the weight 1/0", { final: '[[1, "1/0"]]' }, "7:17", '"1/0" is not a weight of rational'],
  ["the weight NaN", { final: '[[1, "NaN"]]' }, "7:17", '"NaN" is not a weight of rational'],
  ["NaN without quotes", { final: "[[1, NaN]]" }, "7:17", "expected a value, found NaN"],
  ["the weight banana", { initial: '[[0, "banana"]]' }, "6:19", '"banana" is not a weight of rational'],
  ["a state out of range", { arcs: '[[0, "a", "1", 7]]' }, "8:26", "state 7 is out of range"],
  ["a repeated symbol", { alphabet: '["a", "b", "a"]' }, "4:26", 'the symbol "a" occurs twice'],
  [
    "two arcs for one letter",
    { arcs: '[[0, "a", "1", 1],\n    [0, "a", "2", 1]]' },
    "9:5",
    'not deterministic: a second arc leaves state 0 on "a"',
  ],
  ["two initial states", { initial: "[[0, 1], [1, 1]]" }, "6:23", "there are two initial states"],
  [
    "10^15 states",
    { states: "1000000000000000" },
    "5:13",
    "1000000000000000 states × 2 letters are too many",
  ],
  ["half a billion states", { states: "50000000" }, "5:13", "50000000 states are declared"],
  ["__proto__ as a state", { initial: '[["__proto__", 1]]' }, "6:16", 'found "__proto__"'],
  [
    "__proto__ as a symbol",
    { arcs: '[[0, "__proto__", 1, 1]]' },
    "8:16",
    '"__proto__" is not in the alphabet',
  ],
];

describe.concurrent("a bad file: exit 2, the place, and nothing written", () => {
  for (const [what, changes, where, message] of BAD) {
    test(what, async ({ place }) => {
      await place.write("bad.json", automatonText(changes));
      const ended = await place.run(["learn", "bad.json", "--out", "out.json"]);
      expectComplaint(ended, 2, `hankel: bad.json:${where}: `, message);
      expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(await place.files()).toEqual(["bad.json"]);
    });
  }

  test("a file that is not JSON", async ({ place }) => {
    await place.write("bad.json", "hello");
    expectComplaint(await place.run(["info", "bad.json"]), 2, "bad.json:1:1: expected a hankel/1 automaton");
  });

  test("an empty file", async ({ place }) => {
    await place.write("bad.json", "");
    expectComplaint(await place.run(["info", "bad.json"]), 2, "bad.json:1:1: ", "found the end of the text");
  });

  test("a file cut short", async ({ place }) => {
    await place.write("bad.json", automatonText().slice(0, 90));
    expectComplaint(await place.run(["minimize", "bad.json", "-o", "x.json"]), 2, "bad.json:5:12: ");
    expect(await place.files()).toEqual(["bad.json"]);
  });

  test("bytes that are not UTF-8", async ({ place }) => {
    await place.write("bad.json", Uint8Array.of(0x7b, 0x0a, 0x22, 0xef, 0xbf, 0xbd, 0xff, 0x22));
    expectComplaint(await place.run(["info", "bad.json"]), 2, "bad.json:2:3: not UTF-8 text");
  });

  test("a missing file", async ({ place }) => {
    for (const args of [
      ["learn", "no.json"],
      ["weigh", "no.json", "a"],
      ["compare", "no.json", "no.json"],
    ]) {
      expectComplaint(await place.run(args), 2, "hankel: cannot read no.json: no such file or folder");
    }
  });

  test("a folder in place of a file", async ({ place }) => {
    expectComplaint(await place.run(["info", "."]), 2, "cannot read .: it is a folder");
  });

  test("errors in standard input name it", async ({ place }) => {
    const ended = await place.run(["info", "-"], { input: automatonText({ states: "1" }) });
    expectComplaint(ended, 2, "standard input:7:14: state 1 is out of range");
  });

  test("a format that can only be read", async ({ place }) => {
    await place.write("a.json", automatonText());
    expectComplaint(
      await place.run(["convert", "a.json", "a.train"]),
      2,
      "the format samples can be read but not written",
    );
  });

  test("files over different semifields", async ({ place }) => {
    await place.write("a.json", automatonText());
    await place.write("b.json", automatonText({ semifield: '"tropical"' }));
    expectComplaint(await place.run(["compare", "a.json", "b.json"]), 2, '"rational" and "tropical"');
  });

  test("a stack trace only on request", async ({ place }) => {
    const ended = await place.run(["info", "no.json"], { env: { HANKEL_DEBUG: "1" } });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^\s+at /mu);
  });
});

describe.concurrent("a result that cannot be written: exit 2, and what was there stays", () => {
  test("a missing folder", async ({ place }) => {
    await place.write("a.json", automatonText());
    const ended = await place.run(["learn", "a.json", "--out", "no/such/x.json"]);
    expectComplaint(ended, 2, "cannot write to no/such: no such file or folder");
  });

  test("an unknown file name ending", async ({ place }) => {
    await place.write("a.json", automatonText());
    const ended = await place.run(["convert", "a.json", "x.png"]);
    expectComplaint(
      ended,
      2,
      "x.png: the name has no ending of a known format; known endings are .json, .fst.txt, .att",
    );
  });

  test("an output path that is a folder", async ({ place }) => {
    await place.write("a.json", automatonText());
    await mkdir(place.path("x.json"));
    expectComplaint(
      await place.run(["minimize", "a.json", "-o", "x.json"]),
      2,
      "cannot write x.json: it is a folder",
    );
    expect(await place.files()).toEqual(["a.json", "x.json"]);
  });

  test("a file name that is too long", async ({ place }) => {
    await place.write("a.json", automatonText());
    const ended = await place.run(["convert", "a.json", `${"x".repeat(300)}.json`]);
    expectComplaint(ended, 2, "the name is too long");
    expect(await place.files()).toEqual(["a.json"]);
  });

  test("bad input leaves the old result unchanged", async ({ place }) => {
    await place.write("bad.json", "{}");
    await place.write("x.json", "precious");
    expectComplaint(await place.run(["learn", "bad.json", "--out", "x.json"]), 2, "bad.json:1:1: ");
    expect(await place.read("x.json")).toBe("precious");
    expect(await place.files()).toEqual(["bad.json", "x.json"]);
  });

  test("a symbolic link is followed, not replaced", async ({ place }) => {
    await place.write("a.json", automatonText());
    await place.write("real.json", "old");
    await symlink(place.path("real.json"), place.path("link.json"));
    await place.print("convert", "a.json", "link.json");
    expect(await readFile(place.path("real.json"), "utf8")).toContain("hankel/1");
    expect(await place.files()).toEqual(["a.json", "link.json", "real.json"]);
  });
});
