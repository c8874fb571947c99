/** Learning from logs on the command line. */

import { gzipSync } from "node:zlib";
import { Random, readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";

/** Sessions of a shop, the events of several mixed: open, then any number of reads, then close. */
function shop(sessions: number): string {
  const events = Array.from({ length: sessions }, (_, i) =>
    ["open", ...Array.from({ length: (i * 7) % 5 }, () => "read"), "close"].map(
      (event) => [i, event] as const,
    ),
  );
  const rows = [0, 1, 2, 3, 4, 5].flatMap((at) =>
    events.flatMap((session) => (session[at] === undefined ? [] : [session[at]])),
  );
  return `session,event\n${rows.map(([session, event]) => `${session},${event}\n`).join("")}`;
}

/** Traces of a lamp that a button switches. */
const LAMP = Array.from({ length: 30 }, (_, i) => {
  const input = Array.from({ length: 1 + (i % 4) }, (_, at) => ((i >> at) % 3 === 0 ? "look" : "press"));
  let on = false;
  const output = input.map((key) => {
    if (key === "press") on = !on;
    return on ? "on" : "off";
  });
  return `${JSON.stringify({ input, output })}\n`;
}).join("");

describe.concurrent("infer", () => {
  test("learns a distribution from a table, and says what it understood and how well it is supported", async ({
    place,
  }) => {
    await place.write("log.csv", shop(60));
    const { code, stdout, stderr } = await place.run(["infer", "log.csv", "--draw", "model.svg"]);
    expect(code).toBe(0);
    expect(stderr).toContain("read 240 events in 60 sessions over 3 symbols\n");
    expect(stderr).toContain('columns by their names: --event "event", --session "session"\n');
    expect(stderr).toMatch(
      /automaton over real: \d+ states, .* merged by .*, the best of \d+ that were tried\n/u,
    );
    expect(stderr).toMatch(/On \d+ held-out words: perplexity 1\.\d+ ± /u);
    expect(stderr).toMatch(
      /^Never seen: .* with a little probability\.\nSupport: all others were seen at least 5 times\.\n$/mu,
    );
    const automaton = readHankel(stdout);
    expect(Number(automaton.weigh(["open", "read", "close"]))).toBeGreaterThan(0.1);
    expect(Number(automaton.weigh(["close", "open"]))).toBeLessThan(0.01);
    expect(await place.read("model.svg")).toContain("×60");
  });

  test("learns a machine from inputs and outputs, Mealy or Moore", async ({ place }) => {
    await place.write("lamp.jsonl", LAMP);
    const mealy = await place.run(["infer", "lamp.jsonl", "-o", "lamp.json"]);
    expect(mealy.stderr).toMatch(/over 2 symbols and 2 outputs\n.*\nMealy machine: 2 states, 4 arcs; /u);
    expect(await place.print("weigh", "lamp.json", "look press look press look")).toBe("off on on off off\n");
    const moore = await place.run(["infer", "lamp.jsonl", "--kind", "moore", "--json", "-q"]);
    expect(JSON.parse(moore.stdout)).toMatchObject({ kind: "moore", words: 30, interrupted: false });
    expect(moore.stderr).toBe("");
  });

  test("learns a language from labelled words, and names contradictions", async ({ place }) => {
    const words = Array.from({ length: 64 }, (_, i) => i.toString(2).slice(1).split(""));
    const lines = words.map(
      (word) => `${word.filter((bit) => bit === "1").length % 2 === 0 ? "+" : "-"} ${word.join(" ")}`,
    );
    await place.write("words.txt", `${lines.join("\n")}\n`);
    const { stderr } = await place.run(["infer", "words.txt", "-o", "even.json"]);
    expect(stderr).toContain("labelled 1, ");
    expect(stderr).toContain("automaton over boolean: 2 states, 4 arcs");
    await place.write("bad.txt", `${lines.join("\n")}\n- 1 1\n`);
    const bad = await place.run(["infer", "bad.txt", "-o", "bad.json"]);
    expect(bad.stderr).toMatch(/Contradiction: after "11", bad\.txt:\d+ says 1 and bad\.txt:65 says 0\n/u);
  });

  test("reads several files, packed ones and standard input", async ({ place }) => {
    await place.write("a.csv", shop(10));
    await place.write("b.csv.gz", gzipSync(shop(5)));
    const { stderr } = await place.run(["infer", "a.csv", "b.csv.gz", "-o", "m.json"]);
    expect(stderr).toContain("5 sessions have events in more than one file");
    const piped = await place.spawn(["infer", "-", "-o", "n.json"], { input: "a b\na\na b b\n" });
    expect(piped.stderr).toContain("read 6 events in 3 words over 2 symbols\n");
    await place.write("bad.csv.gz", "session,event\n");
    expectComplaint(await place.run(["infer", "bad.csv.gz"]), 2, "bad.csv.gz: it cannot be unpacked as gzip");
  });

  test("a column that is found by its name can be left out, and a distribution needs no outputs", async ({
    place,
  }) => {
    const rows = Array.from(
      { length: 40 },
      (_, i) => `c${i >> 1},${i % 2 === 0 ? "open" : "close"},text ${i},${i}`,
    );
    await place.write("log.csv", ["case,activity,label,response", ...rows, ""].join("\n"));
    const { stderr } = await place.run(["infer", "log.csv", "-o", "m.json"]);
    expect(stderr).toContain('40 distinct outputs in 40 events: does "response" hold what a machine writes');
    const none = await place.run(["infer", "log.csv", "--output", "none", "--label", "none", "-o", "m.json"]);
    expect(none.stderr).toContain("read 40 events in 20 sessions over 2 symbols\n");
    expect(none.stderr).not.toContain("label");
    const words = await place.run(["infer", "log.csv", "--kind", "distribution", "-o", "m.json"]);
    expect(words.stderr).toContain("read 40 events in 20 sessions over 2 symbols\n");
    expect(words.stderr).toContain("automaton over real");
  });

  test("learns weights, and names the questions that would decide most", async ({ place }) => {
    await place.write("weights.csv", "word,weight\n,1\na,1/2\na a,1/4\na a a,1/8\n");
    const { stderr } = await place.run(["infer", "weights.csv", "-o", "half.json", "--ask", "next.jsonl"]);
    expect(stderr).toContain("automaton over rational: 1 state, 1 arc");
    expect(await place.print("weigh", "half.json", "a a a a")).toBe("1/16\n");
    await place.write("lamp.jsonl", LAMP.split("\n").slice(0, 3).join("\n"));
    await place.run(["infer", "lamp.jsonl", "-o", "lamp.json", "--ask", "next.jsonl", "-q"]);
    const [first] = (await place.read("next.jsonl")).split("\n");
    expect(JSON.parse(first)).toMatchObject({ word: expect.any(Array), decides: expect.any(String) });
  });

  test("says what cannot be learned from accepted words alone", async ({ place }) => {
    await place.write("words.txt", "2 2\n1 2 0 1\n1 1 0\n");
    const { stderr } = await place.run(["infer", "words.txt", "-o", "m.json"]);
    expect(stderr).toContain(
      "every label is 1, and without words that are rejected no language can be told from any larger one",
    );
    await place.write("plain.txt", "a b\na\n");
    expectComplaint(
      await place.run(["infer", "plain.txt", "--kind", "dfa"]),
      2,
      "--kind dfa: a language is learned from words with labels",
    );
  });

  test("refuses what is no log, and writes nothing then", async ({ place }) => {
    await place.write("empty.csv", "");
    await place.write("binary.txt", Uint8Array.from([0x61, 0x0a, 0x62, 0]));
    await place.write("latin.csv", Buffer.from("session,event\n1,caf\xe9\n", "latin1"));
    await place.write("many.txt", Array.from({ length: 3000 }, (_, i) => `line${i}\n`).join(""));
    await place.write("log.csv", shop(5));
    const before = await place.files();
    const refused = async (args: readonly string[], message: string) =>
      expectComplaint(await place.run(["infer", ...args, "-o", "m.json"]), 2, message);
    await refused(["empty.csv"], "empty.csv:1:1: the file is empty; expected words or events");
    await refused(["binary.txt"], "binary.txt:2:2: this is no text: it holds a zero byte");
    await refused(["latin.csv"], "latin.csv:2:6: not UTF-8 text");
    await refused(
      ["many.txt"],
      "many.txt: 3,000 distinct symbols in 3,000 events: is each line a word of letters (--letters)",
    );
    await refused(
      ["log.csv", "--event", "activity"],
      'log.csv:1:1: there is no column "activity" (--event); the columns are "session", "event"',
    );
    await refused(["log.csv", "--draw", "m.gif"], "--draw m.gif: the name ends in .svg, .png or .tex");
    await refused(["log.csv", "--measure", "magic"], "Allowed choices are rpni, edsm");
    expect(await place.files()).toEqual(before);
  });

  test("a time limit or a signal ends it with the best automaton so far", async ({ place }) => {
    // Words of many letters, labelled without any rule: merging takes long.
    const random = new Random(7);
    const word = () => Array.from({ length: 40 }, () => random.below(10)).join(" ");
    const lines = Array.from({ length: 1000 }, () => `${random.below(2) === 0 ? "+" : "-"} ${word()}\n`);
    await place.write("noise.txt", lines.join(""));
    const args = ["infer", "noise.txt", "-o", "m.json"];
    const limited = await place.spawn([...args, "--max-seconds", "1"]);
    expect(limited.stderr).toContain("hankel: stopped: this is the best automaton so far\n");
    expect(limited.code).toBe(4);
    expect(readHankel(await place.read("m.json")).size).toBeGreaterThan(0);
    await place.write("m.json", "");
    const interrupt = { at: "read 40,000 events", signal: "SIGINT" } as const;
    const stopped = await place.spawn(args, { interrupt });
    expect(stopped.stderr).toContain("hankel: stopped: this is the best automaton so far\n");
    expect(stopped.code).toBe(130);
    expect(readHankel(await place.read("m.json")).size).toBeGreaterThan(0);
  });
});
