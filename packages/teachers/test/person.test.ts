/** A person at a terminal who mistypes and withdraws answers. */

import { PassThrough } from "node:stream";
import {
  createLearner,
  type JournalHeader,
  parseEquivalence,
  semifieldByName,
  writeHankel,
} from "@hankel/core";
import { findsOf, Journal, learnLive, openPerson } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { bareHeader } from "./support/bare-header.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

const header: JournalHeader = { ...bareHeader, learner: "table", alphabet: ["a"] };

/** Runs with a simulated person, who sees the last prompt and types a line, or returns undefined to end the input. */
async function interview(
  type: (prompt: string, line: number) => string | undefined,
  main = new MemoryStorage(),
) {
  const input = new PassThrough();
  const output = new PassThrough();
  let said = "";
  let lines = 0;
  output.setEncoding("utf8").on("data", (chunk: string) => {
    said += chunk;
    if (!chunk.endsWith(": ")) return;
    const line = type(said.slice(said.lastIndexOf("\n") + 1), lines++);
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  const box = openPerson({ algebra: semifieldByName("boolean"), alphabet: ["a"], input, output });
  const journal = new Journal("j", header, { main, early: new MemoryStorage() });
  const setting = { seed: 1, words: () => [], box: findsOf(box), samples: false };
  const result = await learnLive(box, {
    createLearner: (setting) => createLearner(setting, { learner: "table" }),
    tests: parseEquivalence("box", setting),
    journal,
  });
  await box.close();
  return { result, said, main };
}

/** Knows the words with an even number of a's; answers the first conjecture with aa and accepts the next. */
const knows = (prompt: string) => {
  const word = /weight of (\S+): $/u.exec(prompt)?.[1];
  if (word === undefined) return undefined;
  return word === "ε" || word.length % 2 === 0 ? "true" : "false";
};

describe("a person", () => {
  it("stops by Ctrl-C, which a terminal sends as a key", async () => {
    const input = new PassThrough();
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const box = openPerson({ algebra: semifieldByName("boolean"), alphabet: ["a"], input, output });
    const answer = box.weigh([[0]]);
    input.write("\u0003");
    await expect(answer).rejects.toMatchObject({ code: "cancelled", message: "the input ended" });
    await box.close();
  });

  it("teaches an automaton", async () => {
    let conjectures = 0;
    const { result, said } = await interview((prompt) => knows(prompt) ?? (conjectures++ === 0 ? "a a" : ""));
    expect(result.outcome).toBe("accepted");
    expect(result.automaton.size).toBe(2);
    expect(said).toContain("Is this right?");
    expect(result.statement).toMatch(/the black box looked for a counterexample/u);
  });

  it("may ask for help, mistype and withdraw answers", async () => {
    let conjectures = 0;
    const lie = new Set<number>([3]);
    const { result, said, main } = await interview((prompt, line) => {
      if (line === 0) return "?";
      if (line === 1) return "maybe";
      // A wrong answer, withdrawn at the next question.
      if (lie.has(line)) return "true";
      if (line === 4) return "undo";
      return knows(prompt) ?? (conjectures++ === 0 ? "a a" : "");
    });
    expect(said).toContain("withdraw the last answer");
    expect(said).toMatch(/"maybe" is not a weight/u);
    expect(main.text).toContain('{"undo":1,');
    expect(result.automaton.size).toBe(2);
    expect(writeHankel(result.automaton)).toContain('"states": 2');
  });

  it("may withdraw a counterexample", async () => {
    let conjectures = 0;
    let undone = false;
    const { result } = await interview((prompt) => {
      if (prompt.endsWith("weight of aa: ") && !undone) {
        undone = true;
        return "u";
      }
      return knows(prompt) ?? (conjectures++ < 2 ? "a a" : "");
    });
    expect(undone).toBe(true);
    expect(result.automaton.size).toBe(2);
  });

  it("may stop and resume", async () => {
    const { result, main } = await interview((prompt, line) => (line === 2 ? "quit" : knows(prompt)));
    expect(result.outcome).toBe("cancelled");
    let conjectures = 0;
    let asked = 0;
    const back = await interview((prompt) => {
      asked++;
      return knows(prompt) ?? (conjectures++ === 0 ? "a a" : "");
    }, main);
    expect(back.result.outcome).toBe("accepted");
    expect(back.said).not.toContain("weight of ε");
    expect(asked).toBeLessThan(10);
    const hung = await interview(() => undefined);
    expect(hung.result).toMatchObject({ outcome: "cancelled", reason: "the input ended" });
  });
});
