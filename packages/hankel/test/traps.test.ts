/** What newcomers run into: each command says at once what it cannot do, and what to do instead. */

import { execFileSync } from "node:child_process";
import { describe, expect } from "vitest";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";
import { bring } from "./support/language-models.ts";

/** A machine that sells one drink. */
const vending = (
  drink: string,
) => `{ "format": "hankel/1", "semifield": "free-group", "alphabet": ["coin", "button"], "states": 2,
  "initial": [[0, "1"]], "final": [[0, "1"], [1, "1"]],
  "arcs": [[0, "coin", "ok", 1], [0, "button", "no", 0], [1, "coin", "full", 1], [1, "button", "${drink}", 0]] }`;

/** A dense automaton over rounded numbers, as spectral learning makes them: no two of its vectors are the same. */
function dense(states: number, letters: number): string {
  const numbers = Array.from({ length: states }, (_, i) => i);
  const alphabet = Array.from({ length: letters }, (_, letter) => `s${letter}`);
  const arcs = alphabet.flatMap((symbol, letter) =>
    numbers.flatMap((from) =>
      numbers.map((to) => [
        from,
        symbol,
        String(Math.sin(1 + 7 * from + 13 * to + 31 * letter) / states),
        to,
      ]),
    ),
  );
  const all = numbers.map((state) => [state, String(1 / (state + 1))]);
  return JSON.stringify({
    format: "hankel/1",
    semifield: "real",
    alphabet,
    states,
    initial: all,
    final: all,
    arcs,
  });
}

async function machines(place: Workplace): Promise<void> {
  await place.write("coffee.json", vending("coffee"));
  await place.write("tea.json", vending("tea"));
}

describe.concurrent("a trap", () => {
  test("the text of OpenFst under a plain name is recognised", async ({ place }) => {
    for (const [line, hint] of [
      ["0 1 a b", '"from to input output" of a transducer, read with --transducer'],
      ["0\t1\ta\tb\t0.5", "five columns are those of a transducer"],
      ["0 1 a", "read it with --from att"],
    ]) {
      await place.write("plain", `${line}\n1 0.5\n`);
      for (const command of ["info", "learn"]) {
        const refused = await place.run([command, "plain"]);
        expectComplaint(
          refused,
          2,
          "plain:1:1: this looks like the text of an automaton of OpenFst",
          hint,
          "NAME.fst.txt",
        );
      }
    }
    expect((await place.run(["info", "plain", "--from", "att"])).code).toBe(0);
    await place.write("plain", "123 is no automaton\n");
    expectComplaint(await place.run(["info", "plain"]), 2, "expected a hankel/1 automaton");
  });

  test("an option of a learner is not one of the command, and the message says how it is written", async ({
    place,
  }) => {
    await place.write("coffee.json", vending("coffee"));
    const refused = await place.run(["learn", "coffee.json", "--integral"]);
    expectComplaint(
      refused,
      2,
      "unknown option '--integral'",
      "--learner tree:integral",
      "or multiplicity:integral.",
    );
    const valued = await place.run(["learn", "coffee.json", "--rank-tolerance", "0.1"]);
    expectComplaint(valued, 2, "It is an option of learners: --learner multiplicity:rank-tolerance=X.");
  });

  test("difference of two machines is refused, and names diff", async ({ place }) => {
    await machines(place);
    const refused = await place.run(["difference", "coffee.json", "tea.json", "-o", "d.json"]);
    expectComplaint(refused, 2, "machines are told apart by what they answer", "hankel diff");
    expect(await place.files()).not.toContain("d.json");
  });

  test("union and concat of two machines are refused, and name compare", async ({ place }) => {
    await machines(place);
    for (const name of ["union", "concat"]) {
      const refused = await place.run([name, "coffee.json", "tea.json", "-o", "d.json"]);
      expectComplaint(
        refused,
        2,
        `hankel: ${name} needs `,
        "a machine has outputs, not weights",
        "hankel compare",
      );
    }
    expect(await place.files()).not.toContain("d.json");
  });

  test("operations on a machine are named as the command line names them", async ({ place }) => {
    await machines(place);
    for (const [args, name] of [
      [["best", "coffee.json"], "best"],
      [["best", "--paths", "coffee.json"], "best --paths"],
      [["total", "coffee.json"], "total"],
      [["total", "--entropy", "coffee.json"], "total --entropy"],
      [["regex", "--of", "coffee.json"], "regex --of"],
    ] as const)
      expectComplaint(
        await place.run(args),
        2,
        `hankel: ${name} needs `,
        "a machine has outputs, not weights",
      );
    expectComplaint(
      await place.run(["evaluate", "coffee.json", "tea.json"]),
      2,
      "a language model needs probabilities",
    );
  });

  test("an automaton in the place of a journal is told from one", async ({ place }) => {
    const document = { semifield: "boolean", alphabet: [], states: 0, initial: [], final: [], arcs: [] };
    const first = { format: "hankel/1", ...document };
    const last = { ...document, format: "hankel/1" };
    for (const text of [
      JSON.stringify(first),
      `${JSON.stringify(last)}\n`,
      JSON.stringify(first, null, 2),
      `${JSON.stringify(last, null, 2)}\r\n`,
    ]) {
      await place.write("target.json", text);
      expectComplaint(
        await place.run(["replay", "target.json"]),
        2,
        'target.json:1: this is an automaton (a JSON object with "format": "hankel/1"), no journal',
        "as hankel learn --journal writes it",
      );
    }
    await place.write("other.json", "{\n}\n");
    expectComplaint(
      await place.run(["replay", "other.json"]),
      2,
      "other.json:1: this is no journal",
      "as hankel learn --journal writes it, not a JSON object over several lines",
    );
  });

  test("a binary automaton of OpenFst is recognised", async ({ place }) => {
    await place.write("a.fst", Uint8Array.of(0xd6, 0xfd, 0xb2, 0x7e, 6, 0, 0, 0, 0xff));
    for (const args of [
      ["info", "a.fst"],
      ["info", "--from", "att", "a.fst"],
      ["compare", "a.fst", "a.fst"],
    ])
      expectComplaint(
        await place.run(args),
        2,
        "a binary automaton of OpenFst",
        "fstprint --acceptor a.fst a.fst.txt",
      );
    expectComplaint(
      await place.run(["info", "-"], { input: Uint8Array.of(0xd6, 0xfd, 0xb2, 0x7e) }),
      2,
      "fstprint",
    );
    await place.write("b.fst", Uint8Array.of(0xd6, 0xfd, 0xb2));
    expectComplaint(await place.run(["info", "b.fst"]), 2, "not UTF-8 text");
  });

  test("four columns may be an acceptor's or a transducer's", async ({ place }) => {
    await place.write("t.fst.txt", "0 1 a x\n1\n");
    const refused = await place.run(["info", "t.fst.txt"]);
    expectComplaint(
      refused,
      2,
      "t.fst.txt:1:7:",
      '"from to label weight"',
      '"from to input output"',
      "--transducer",
    );
    expect(await place.print("info", "--transducer", "input", "t.fst.txt")).toContain("arcs           1");
  });

  test("a test that no run could finish is refused with the number of its words", async ({ place }) => {
    await machines(place);
    const args = ["learn", "coffee.json", "--journal", "j", "--equivalence"];
    expectComplaint(
      await place.run([...args, "wp:99999"]),
      2,
      "more than 1e308 traces over 2 inputs",
      "wp:23",
    );
    expect(await place.files()).not.toContain("j");
  });

  test("a table in the place of a sample is refused, until it is wanted", async ({ place }) => {
    const table = Array.from({ length: 1200 }, (_, i) => `2020-01-01,${i},${(i * 7919) % 1201}`).join("\n");
    await place.write("t.csv", `${table}\n`);
    expectComplaint(await place.run(["spectral", "t.csv"]), 2, "t.csv:1:1:", "are named by --sample");
    const refused = await place.run(["spectral", "--sample", "t.csv"]);
    expectComplaint(
      refused,
      2,
      "t.csv has 1200 different symbols in 1200 lines",
      "looks like a table",
      "--max-symbols 1200",
    );
    const more = [
      "--max-symbols",
      "1200",
      "--rows",
      "5",
      "--columns",
      "5",
      "--rank",
      "1",
      "-q",
      "-o",
      "m.json",
    ];
    expect(await place.run(["spectral", "--sample", "t.csv", ...more])).toMatchObject({ code: 0 });
  });

  test("a network gets a small block, a coarse threshold and advice about its rank", async ({ place }) => {
    await bring(place, "uhl3");
    const { code, stderr } = await place.run(["spectral", "uhl3.onnx", "-o", "m.json"]);
    expect(code).toBe(0);
    const [, words = "", rows = "", states = ""] =
      /^(\d+) words weighed by .* a block of (\d+) prefixes[\s\S]*^(\d+) states/mu.exec(stderr) ?? [];
    expect(Number(words)).toBeLessThan(10_000);
    expect(Number(rows)).toBeLessThanOrEqual(50);
    expect(Number(states)).toBeLessThanOrEqual(6);
    expect(stderr).toContain("at least 0.01 of the largest (--threshold)");
    const finer = await place.run(["spectral", "uhl3.onnx", "--threshold", "0.000001", "-o", "m.json"]);
    expect(finer.stderr).toMatch(/The values drop most behind the first 4: compare --rank 4\./u);
  });

  test("determinize of rounded weights ends with advice", async ({ place }) => {
    await place.write("real.json", dense(3, 4));
    const ended = await place.run(["determinize", "real.json", "-o", "d.json"]);
    expectComplaint(
      ended,
      4,
      "stopped at its budget of 100000 states",
      "rounded weights seldom repeat",
      "hankel minimize",
    );
  });

  test("determinize shows its progress, and a signal ends it", async ({ place }) => {
    await place.write("real.json", dense(60, 10));
    const interrupt = { at: "it gives up at 100000 (--max-states)", signal: "SIGINT" } as const;
    const started = performance.now();
    const { code, stdout } = await place.spawn(["determinize", "real.json"], { interrupt });
    expect([code, stdout]).toEqual([null, ""]);
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  test("nobody is sent to determinize with rounded weights, and soft learns them", async ({ place }) => {
    await place.write(
      "real.json",
      `{ "format": "hankel/1", "semifield": "real", "alphabet": ["a"], "states": 2, "initial": [[0, "0.5"], [1, "0.5"]],
        "final": [[0, "0.5"], [1, "0.25"]], "arcs": [[0, "a", "0.5", 0], [1, "a", "0.75", 1]] }`,
    );
    const refused = await place.run(["learn", "real.json"]);
    expectComplaint(refused, 2, "--learner soft learns a deterministic one near it");
    expect(refused.stderr).not.toContain("determinize");
    const soft = await place.run([
      "learn",
      "real.json",
      "--learner",
      "soft",
      "--evaluate",
      "0",
      "-o",
      "soft.json",
    ]);
    expect(soft).toMatchObject({ code: 0 });
    expect(await place.print("info", "soft.json")).toContain("deterministic  yes");
  });

  test("a crashing box shows its traceback once", async ({ place }) => {
    await place.write(
      "box.mjs",
      `import { createInterface } from "node:readline";
      console.log(JSON.stringify({ hankel: 1, semifield: "boolean", alphabet: ["a"] }));
      for await (const line of createInterface({ input: process.stdin })) {
        const { id, weigh } = JSON.parse(line);
        if (weigh.some((word) => word.length > 1)) { console.error("Traceback\\n  in weigh\\nValueError"); process.exit(1); }
        console.log(JSON.stringify({ id, weights: weigh.map(() => true) }));
      }`,
    );
    const { code, stderr } = await place.spawn(["learn", "--", process.execPath, "box.mjs"]);
    expect(code).toBe(3);
    expect(stderr.match(/^Traceback$/gmu)).toHaveLength(1);
    expect(stderr.match(/^ {2}in weigh$/gmu)).toHaveLength(1);
    expect(stderr).toMatch(/: the same again \(1 time\); starting it again\n.*: the same again \(2 times\)/u);
  });

  test("many workers that fail at once are reported a few times", async ({ place }) => {
    await place.write(
      "box.mjs",
      `import { existsSync, writeFileSync } from "node:fs";
      if (existsSync("started")) process.exit(1);
      writeFileSync("started", "");
      console.log(JSON.stringify({ hankel: 1, semifield: "boolean", alphabet: ["a"] }));
      process.stdin.once("data", () => process.exit(1));`,
    );
    const { code, stderr } = await place.spawn([
      "learn",
      "--workers",
      "8",
      "--",
      process.execPath,
      "box.mjs",
    ]);
    expect(code).toBe(3);
    const times = [...stderr.matchAll(/the same again \((\d+) times?\)/gu)].map(([, count]) => Number(count));
    expect(times.length).toBeGreaterThan(3);
    expect(times).toEqual(times.map((_, i) => 2 ** i));
  });

  test("a sample whose lines are single symbols gets a remark, and has no answers to keep", async ({
    place,
  }) => {
    const lines = (of: (i: number) => string) => Array.from({ length: 40 }, (_, i) => of(i)).join("\n");
    await place.write(
      "table.csv",
      lines((i) => `2020-01-01,${i}`),
    );
    await place.write(
      "words.txt",
      lines((i) => `a ${i}`),
    );
    await place.write(
      "letters.txt",
      lines((i) => `s${i % 5}`),
    );
    const remark = "every line of table.csv is a symbol that occurs once";
    expect((await place.run(["spectral", "--sample", "table.csv", "-q", "-o", "m.json"])).stderr).toContain(
      remark,
    );
    for (const sample of ["words.txt", "letters.txt"])
      expect((await place.run(["spectral", "--sample", sample, "-q", "-o", "m.json"])).stderr).not.toContain(
        "every line of",
      );
    execFileSync("mkfifo", [place.path("pipe")]);
    const stopped = await place.spawn(["spectral", "--sample", "table.csv", "--held-out", "pipe"], {
      interrupt: { at: remark, signal: "SIGINT" },
    });
    expect(stopped.code).toBe(130);
    expect(stopped.stderr).toMatch(/^hankel: stopped; nothing was learned$/mu);
  });

  test("a file of others beside a journal is not removed", async ({ place }) => {
    await machines(place);
    await place.write("run.jsonl.early", "my notes\n");
    const refused = await place.run(["learn", "coffee.json", "--journal", "run.jsonl", "-o", "l.json"]);
    expectComplaint(refused, 2, "run.jsonl.early holds no answers of a journal", "move it away");
    expect(await place.read("run.jsonl.early")).toBe("my notes\n");
  });

  test("a journal of another run is named once", async ({ place }) => {
    await machines(place);
    const args = ["learn", "coffee.json", "--journal", "run.jsonl", "-q", "-o", "l.json"];
    expect(await place.run(args)).toMatchObject({ code: 0 });
    const refused = await place.run([...args, "--seed", "7"]);
    expectComplaint(
      refused,
      2,
      "hankel: run.jsonl: this journal belongs to another run: seed 1 there, 7 here",
    );
    expect(refused.stderr.match(/run\.jsonl/gu)).toHaveLength(1);
  });

  test("a replay counts the states of a Moore machine as the run did", async ({ place }) => {
    await place.write(
      "light.mjs",
      `export const machine = "moore", alphabet = ["x", "y"];
      export function run(word) {
        const outputs = ["a"];
        for (const input of word) outputs.push(input === "x" ? "b" : "c");
        return outputs;
      }`,
    );
    const args = ["learn", "light.mjs", "--journal", "run.jsonl", "--json", "-o", "l.json"];
    const learned = JSON.parse((await place.run(args)).stdout) as { states: number };
    expect(learned.states).toBe(3);
    const replayed = JSON.parse(await place.print("replay", "run.jsonl", "--json")) as { states: number };
    expect(replayed.states).toBe(3);
  });

  test("an accepted run says how much noise it would have noticed", async ({ place }) => {
    await machines(place);
    const args = ["learn", "coffee.json", "--equivalence", "wp:1", "-o", "l.json"];
    const { stderr } = await place.run([...args, "--recheck", "30"]);
    const [, count = "", most = ""] =
      /^Noise: (\d+) repeated traces had the same answer as before, so with 95 % confidence less than ([\d.]+) % of answers change/mu.exec(
        stderr,
      ) ?? [];
    expect(Number(count)).toBeGreaterThan(5);
    expect(Number(most)).toBeCloseTo(100 * (1 - 0.05 ** (1 / Number(count))), 0);
    expect((await place.run([...args, "--recheck", "0"])).stderr).not.toContain("Noise");
  });

  test("a result is on the disk with its name", async ({ place }) => {
    await machines(place);
    await place.write(
      "watch.mjs",
      `import fs from "node:fs";
      import { syncBuiltinESMExports } from "node:module";
      const note = (text) => fs.appendFileSync("calls", text + "\\n");
      const paths = new Map();
      const { openSync, fsyncSync, renameSync } = fs;
      fs.openSync = (path, ...rest) => {
        const file = openSync(path, ...rest);
        paths.set(file, path);
        return file;
      };
      fs.fsyncSync = (file) => { fsyncSync(file); note("sync " + paths.get(file)); };
      fs.renameSync = (from, to) => { renameSync(from, to); note("rename " + to); };
      syncBuiltinESMExports();`,
    );
    const watch = {
      NODE_OPTIONS: `--import=${new URL(`file://${place.path("watch.mjs")}`).href}`,
      // What is kept of the command itself is written, too.
      NODE_DISABLE_COMPILE_CACHE: "1",
    };
    await place.spawn(["minimize", "coffee.json", "-q", "-o", "m.json"], { env: watch });
    const calls = (await place.read("calls")).trim().split("\n");
    expect(calls).toHaveLength(3);
    expect(calls[0]).toMatch(/^sync .*m\.json.+$/u);
    expect(calls[1]).toMatch(/^rename .*\/m\.json$/u);
    expect(calls[2]).toBe(`sync ${calls[1].slice("rename ".length).replace(/\/m\.json$/u, "")}`);
  });
});
