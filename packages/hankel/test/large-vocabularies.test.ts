/** Language models with many symbols on the command line. */

import { readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";

/** Twelve symbols, the first two of which are likely after ε; each of the others tells what comes after it. */
const MODEL = `
  export const alphabet = Array.from({ length: 12 }, (_, i) => "w" + i);
  export const prefixes = true;
  const row = (last) => {
    const weights = alphabet.map((_, i) => (i === (last + 1) % 3 ? 20 : 1 / (i + 1)));
    const sum = weights.reduce((a, b) => a + b, 0) * 1.25;
    return [...weights.map((weight) => weight / sum), 0.2];
  };
  export const next = (word) => [row(-1), ...word.map((symbol) => row(Number(symbol.slice(1))))];
`;

describe.concurrent("--with top", () => {
  test("learns over the likeliest symbols and the rest, and a journal remembers which", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    const args = ["learn", "model.mjs", "--with", "top=3", "--journal", "j", "--seed", "4"];
    const learned = await place.run(args);
    expect(learned.code).toBe(0);
    expect(learned.stderr).toMatch(
      /of 12 symbols the 3 likeliest are kept, as 40 words drawn with seed 4( \(cut after 16 letters\))? rank them, at \d+ questions; the other 9 are the symbol "<rest>", with [\d.]+ % of the probability there, and where it is read, the target reads the likeliest of them/u,
    );
    const automaton = readHankel(learned.stdout);
    expect(automaton.alphabet.symbols.toSorted()).toEqual(["<rest>", "w0", "w1", "w2"]);
    // Another model with the same symbols may rank them otherwise; a run that goes on keeps those of the journal.
    const header = JSON.parse((await place.read("j")).split("\n")[0]) as { alphabet: string[] };
    expect(header.alphabet).toEqual(automaton.alphabet.symbols);
    await place.write("model.mjs", MODEL.replace("1 / (i + 1)", "i === 11 ? 19 : 1 / (i + 1)"));
    expectComplaint(
      { ...(await place.run([...args, "--evaluate", "0"])), stdout: "" },
      3,
      "the target no longer answers as in the journal j: ",
    );
    const resumed = await place.run([...args, "--evaluate", "0", "--recheck", "0"]);
    expect(resumed.stderr).not.toContain("likeliest are kept");
    expect(resumed.stdout).toBe(learned.stdout);
    expect((await place.run(["replay", "j"])).stdout).toBe(learned.stdout);
    expectComplaint(await place.run(["learn", "model.mjs", "--journal", "j"]), 2, "alphabet");
    const judged = await place.run(["evaluate", "-", "model.mjs", "--with", "top=3", "--words", "20"], {
      input: learned.stdout,
    });
    expect(judged.code).toBe(0);
  });

  test("keeps everything where there are no more symbols, and is for language models", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    const all = await place.run(["learn", "model.mjs", "--with", "top=12"]);
    expect(all.stderr).toContain("has 12 symbols, so --with top=12 keeps all of them");
    expect(readHankel(all.stdout).alphabet.size).toBe(12);
    await place.write(
      "weights.mjs",
      'export const alphabet = ["a"]; export const semifield = "boolean"; export const weigh = () => true;',
    );
    expectComplaint(
      await place.run(["learn", "weights.mjs", "--with", "top=3"]),
      2,
      "cannot say what comes next",
    );
    expectComplaint(await place.run(["learn", "model.mjs", "--with", "top=0"]), 2, "--with top");
  });
});

test("over thousands of symbols a run says at its beginning what --with top does", async ({ place }) => {
  const symbols = (count: number) =>
    `export const alphabet = Array.from({ length: ${count} }, (_, i) => "w" + i);
     export const next = () => [...alphabet.map(() => 0.5 / alphabet.length), 0.5];`;
  await place.write("many.mjs", symbols(1501));
  await place.write("some.mjs", symbols(1500));
  const advice = "over 1501 symbols, rows take much memory";
  const many = await place.run(["learn", "many.mjs", "--max-questions", "3"]);
  expect(many.stderr).toContain(advice);
  const few = await place.run(["learn", "many.mjs", "--max-questions", "100", "--with", "top=2"]);
  const some = await place.run(["learn", "some.mjs", "--max-questions", "3"]);
  for (const { stderr } of [few, some]) expect(stderr).not.toContain("rows take much memory");
});

describe.concurrent("hankel group", () => {
  test("makes one symbol of those that behave alike, and says what it costs", async ({ place }) => {
    await place.write("model.mjs", MODEL);
    await place.run(["learn", "model.mjs", "-q", "-o", "model.json"]);
    const grouped = await place.run([
      "group",
      "model.json",
      "-o",
      "groups.json",
      "--members",
      "members.json",
    ]);
    expect(grouped).toMatchObject({ code: 0, stdout: "" });
    expect(grouped.stderr).toMatch(/^12 symbols became \d+: KL [\d.]+ nats per symbol, exactly\n/u);
    const groups = JSON.parse(await place.read("members.json")) as { name: string; symbols: string[] }[];
    expect(groups.flatMap(({ symbols }) => symbols).toSorted()).toHaveLength(12);
    const automaton = readHankel(await place.read("groups.json"));
    expect(automaton.alphabet.symbols).toEqual(groups.map(({ name }) => name));
    const one = await place.run(["group", "model.json", "--groups", "1", "--expand", "-o", "one.json", "-q"]);
    expect(one).toMatchObject({ code: 0, stderr: "" });
    expect(readHankel(await place.read("one.json")).alphabet.size).toBe(12);
    const cost = await place.run(["group", "model.json", "--groups", "1", "-o", "small.json"]);
    const said = Number(/KL ([\d.]+) nats/u.exec(cost.stderr)?.[1]);
    const judged = await place.run(["evaluate", "one.json", "model.json", "--json"]);
    const { figures } = JSON.parse(judged.stdout) as { figures: { divergence: { mean: number } } };
    expect(said).toBe(Number(figures.divergence.mean.toPrecision(2)));
    expectComplaint(await place.run(["group", "model.json", "--groups", "0"]), 2, "--groups");
  });
});
