/** From a function that returns promises to an automaton, as people write it. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Alphabet,
  boolean,
  breadthFirst,
  compare,
  exactTeacher,
  fromExpression,
  functionTeacher,
  type HankelError,
  type JournalLine,
  learn,
  machineTeacher,
  minimize,
  RunFailed,
  rational,
  requireMachine,
  rowsOver,
  runMachine,
  runsOf,
  type Wdfsa,
  weightsIn,
  wpMethod,
  writeHankel,
} from "@hankel/core";
import { functionBox, learnAsync, machineBox } from "@hankel/teachers/live";
import { afterAll, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "hankel-async-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A door that locks after three wrong codes. */
const door = (word: readonly string[]) => {
  let wrong = 0;
  return word.map((input) => {
    if (wrong >= 3) return "locked";
    if (input === "right") wrong = 0;
    else wrong++;
    return input === "right" ? "open" : wrong >= 3 ? "locked" : "closed";
  });
};

/** The box of a function that takes its time, and how many calls there were at once. */
function slowDoor(concurrency?: number, pause = () => new Promise<void>((go) => setTimeout(go, 1))) {
  const seen = { calls: 0, waiting: 0, most: 0 };
  const box = functionBox({
    alphabet: ["right", "wrong"],
    kind: runsOf("mealy"),
    concurrency,
    async answer(word) {
      seen.calls++;
      seen.most = Math.max(seen.most, ++seen.waiting);
      await pause();
      seen.waiting--;
      return door(word);
    },
  });
  return { box, seen };
}

const evenBox = () =>
  functionBox({
    alphabet: "ab",
    kind: weightsIn(boolean),
    answer: async (word) => word.filter((symbol) => symbol === "a").length % 2 === 0,
  });

describe("a function", () => {
  it("that runs a machine is asked one word at a time, or as many as are allowed", async () => {
    for (const [concurrency, most] of [
      [undefined, 1],
      [1, 1],
      [5, 5],
    ] as const) {
      const { box, seen } = slowDoor(concurrency);
      const { automaton, outcome } = await learnAsync(box);
      expect([outcome, automaton.size, seen.most]).toEqual(["accepted", 4, most]);
      const machine = requireMachine(automaton);
      const word = ["wrong", "right", "wrong", "wrong", "wrong", "right"];
      expect(runMachine(machine, word)).toEqual(door(word));
    }
  });

  it("obeys the number of a run rather than its own", async () => {
    const { box, seen } = slowDoor(7);
    await learnAsync(box, { concurrency: 3 });
    expect(seen.most).toBe(3);
  });

  it("is asked the next word as soon as one is answered", async () => {
    const order: string[] = [];
    let letFirstGo = () => {};
    const first = new Promise<void>((go) => {
      letFirstGo = go;
    });
    const box = functionBox({
      alphabet: "a",
      kind: weightsIn(boolean),
      concurrency: 2,
      async answer(word) {
        order.push(`asked ${word.length}`);
        if (word.length === 0) await first;
        if (word.length === 3) letFirstGo();
        order.push(`told ${word.length}`);
        return true;
      },
    });
    const arrived: number[] = [];
    const words = [[], [0], [0, 0], [0, 0, 0]];
    expect(await box.weigh(words, { arrived: (from) => arrived.push(from) })).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(order.indexOf("asked 3")).toBeLessThan(order.indexOf("told 0"));
    expect(new Set(arrived)).toEqual(new Set([0, 1, 2, 3]));
    expect(arrived.at(-1)).toBe(0);
  });

  it("may be a Moore machine, a language model, or give weights in any notation", async () => {
    const light = functionBox({
      alphabet: ["press"],
      kind: runsOf("moore"),
      answer: (word) => Array.from({ length: word.length + 1 }, (_, i) => (i % 2 === 0 ? "off" : "on")),
    });
    expect(requireMachine((await learnAsync(light)).automaton)).toMatchObject({ output: ["off", "on"] });

    const alphabet = new Alphabet(["sun", "rain"]);
    const weather = functionBox({
      alphabet,
      kind: rowsOver(alphabet),
      answer: async (days) => (days.at(-1) === "rain" ? [0.5, 0.3, 0.2] : [0.6, 0.2, 0.2]),
    });
    expect((await learnAsync(weather)).automaton.size).toBe(2);

    const halves = functionBox({
      alphabet: "a",
      kind: weightsIn(rational),
      answer: async (word) => rational.parse(`1/${2n ** BigInt(word.length)}`),
    });
    expect((await learnAsync(halves, { maxQuestions: 500 })).automaton.size).toBe(1);
  });

  it("says at which word it failed, and what was learned until then comes with the error", async () => {
    const box = functionBox({
      alphabet: "ab",
      kind: weightsIn(boolean),
      answer: async (word) => {
        if (word.length > 1) throw new Error("no line");
        return word.length === 1;
      },
    });
    const error = await learnAsync(box).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RunFailed);
    expect(error).toMatchObject({
      code: "teacher",
      message: expect.stringMatching(/^the function failed at .*: no line$/u),
      learned: { outcome: "failed" },
    });
  });

  it.each([
    [undefined, /^the answer for ε: nothing is not a weight of boolean$/u],
    ["maybe", /^the answer for ε: /u],
  ])("that answers %s is told so", async (answer, message) => {
    const box = functionBox({ alphabet: "a", kind: weightsIn(boolean), answer: () => answer as never });
    await expect(learnAsync(box)).rejects.toThrow(message);
  });

  it("keeps the answers that were under way when another call failed", async () => {
    let fail = () => {};
    const failing = new Promise<never>((_, reject) => {
      fail = () => reject(new Error("no line"));
    });
    const box = functionBox({
      alphabet: "ab",
      kind: weightsIn(boolean),
      concurrency: 2,
      answer(word) {
        if (word.length === 0) return failing;
        fail();
        return new Promise<boolean>((go) => setTimeout(() => go(true), 5));
      },
    });
    const arrived: number[] = [];
    await expect(box.weigh([[], [0], [1]], { arrived: (from) => arrived.push(from) })).rejects.toThrow(
      "no line",
    );
    expect(arrived).toEqual([1]);
  });

  it.each([0, -1, 1.5, Number.NaN])("cannot be asked %d words at a time", async (concurrency) => {
    const message = `concurrency must be a whole number from 1 on, not ${concurrency}`;
    expect(() => slowDoor(concurrency)).toThrow(message);
    await expect(learnAsync(evenBox(), { concurrency })).rejects.toThrow(message);
  });
});

describe("learnAsync", () => {
  it("learns what learn does, of a black box that only returns its promise and of a teacher that answers at once", async () => {
    const weigh = (word: readonly string[]) => 2 ** word.filter((symbol) => symbol === "b").length;
    const teacher = functionTeacher({
      algebra: rational,
      alphabet: "ab",
      weigh,
      equivalence: breadthFirst(4),
    });
    const expected = writeHankel(learn(teacher).automaton);
    const { kind, alphabet } = teacher;
    const promising = {
      kind,
      alphabet,
      weigh: async (words: readonly (readonly number[])[]) => teacher.weigh(words),
    };
    for (const target of [promising, teacher]) {
      const { automaton, statement } = await learnAsync(target, { equivalence: breadthFirst(4) });
      expect(writeHankel(automaton)).toBe(expected);
      expect(statement).toMatch(/^No counterexample in /u);
    }
    const exact = exactTeacher(minimize(fromExpression("(ab)*", boolean)));
    expect((await learnAsync(exact)).automaton.size).toBe(2);
  });

  it("takes tests as they are, in a list, and as the command line writes them", async () => {
    const statements = [];
    for (const equivalence of [wpMethod(2), [wpMethod(2)], "wp:2"])
      statements.push((await learnAsync(evenBox(), { equivalence })).statement);
    expect(new Set(statements).size).toBe(1);
    expect(statements[0]).toContain("complete up to 2 extra states");
    await expect(learnAsync(evenBox(), { equivalence: "words:file.txt" })).rejects.toThrow("givenWords");
    await expect(learnAsync(evenBox(), { equivalence: "hope" })).rejects.toThrow("hope");
  });

  it("goes on where it stopped, from one line more", async () => {
    const journal = join(folder, "door.jsonl");
    const stop = new AbortController();
    const first = slowDoor();
    const stopped = await learnAsync(first.box, {
      journal,
      signal: stop.signal,
      onProgress: ({ asked }) => {
        if (asked >= 20) stop.abort();
      },
    });
    expect(stopped.outcome).toBe("cancelled");
    const second = slowDoor();
    const { outcome, automaton, statistics } = await learnAsync(second.box, { journal });
    expect([outcome, automaton.size]).toEqual(["accepted", 4]);
    const whole = slowDoor();
    await learnAsync(whole.box);
    expect(first.seen.calls).toBeGreaterThanOrEqual(20);
    expect(second.seen.calls).toBeLessThan(whole.seen.calls);
    expect(statistics.remembered).toBeGreaterThan(0);
    const other = functionBox({ alphabet: "ab", kind: weightsIn(boolean), answer: () => true });
    await expect(learnAsync(other, { journal })).rejects.toThrow("door.jsonl");
  });

  it("keeps its journal in an object as well as in a file", async () => {
    const lines: JournalLine[] = [];
    const journal = (recorded: readonly JournalLine[]) => ({
      recorded,
      recordedEarly: [],
      length: 0,
      append: (more: readonly JournalLine[]) => void lines.push(...more),
      keepEarly: () => {},
      dropEarly: () => {},
      sync: async () => {},
    });
    const first = slowDoor();
    await learnAsync(first.box, { journal: journal([]), recheck: 0 });
    const second = slowDoor();
    const { automaton } = await learnAsync(second.box, { journal: journal([...lines]), recheck: 0 });
    expect([automaton.size, second.seen.calls]).toEqual([4, 0]);
  });

  it("ends at a signal while a call is under way, with the best automaton so far", async () => {
    const stop = new AbortController();
    let told: unknown;
    const box = functionBox({
      alphabet: "ab",
      kind: weightsIn(boolean),
      answer: (word, signal) => {
        if (word.length < 3) return word.length % 2 === 0;
        stop.abort();
        return new Promise<boolean>((_, reject) => {
          const end = () => {
            told = "the call was told";
            reject(new Error("aborted"));
          };
          if (signal?.aborted) end();
          else signal?.addEventListener("abort", end);
        });
      },
    });
    const { outcome, automaton } = await learnAsync(box, { signal: stop.signal });
    expect([outcome, told]).toEqual(["cancelled", "the call was told"]);
    expect(automaton.size).toBeGreaterThan(0);
  });

  it("keeps to budgets, and tells what a run has cost", async () => {
    const { box, seen } = slowDoor();
    const events = new Set<string>();
    let most = 0;
    const { outcome } = await learnAsync(box, {
      maxQuestions: 9,
      onProgress({ asked }, { event }) {
        events.add(event);
        most = Math.max(most, asked);
      },
    });
    expect(outcome).toBe("budget");
    expect(seen.calls).toBeLessThanOrEqual(9);
    expect(most).toBe(seen.calls);
    expect(events).toContain("answers");
  });

  it("refuses options that it does not have", async () => {
    const wrong: object = { maxQuestion: 3 };
    await expect(learnAsync(evenBox(), wrong)).rejects.toThrow(
      /^learnAsync has no option "maxQuestion"; it has .*journal/u,
    );
  });
});

it("without Node there are no files to keep a journal in", async () => {
  const { openJournalFile } = await import("../src/journal/no-files.ts");
  const opened = openJournalFile("run.jsonl", {} as never, {});
  const error = await opened.catch((thrown: unknown) => thrown as HankelError);
  expect(error).toMatchObject({ code: "usage", message: expect.stringContaining("no files here") });
});

describe("a black box in few words", () => {
  it("takes the kind of a machine by its name", async () => {
    const alphabet = ["right", "wrong"];
    const named = functionBox({ alphabet, kind: "mealy", answer: door });
    const made = functionBox({ alphabet, kind: runsOf("mealy"), answer: door });
    const results = await Promise.all([named, made].map((box) => learnAsync(box)));
    expect(writeHankel(results[0].automaton)).toBe(writeHankel(results[1].automaton));
    expect(results[0].automaton.size).toBe(4);
  });

  it("says which kinds there are where none is given, or another one", () => {
    const box = (kind: unknown) => () =>
      functionBox({ alphabet: "ab", answer: () => "x", ...({ kind } as { kind: "mealy" }) });
    expect(box(undefined)).toThrow(/"mealy" or "moore" for outputs, .* it is missing$/u);
    expect(box("dfa")).toThrow(/it is "dfa"$/u);
  });

  it("says at once which function is missing", () => {
    const without = { alphabet: "ab", kind: "mealy" } as const;
    const box = (answer?: unknown) => () =>
      functionBox({ ...without, ...({ answer } as { answer: () => string[] }) });
    expect(box()).toThrow("needs a function answer, which returns the answer to a word; it is missing");
    expect(box("x")).toThrow('it is "x"');
    const machine = () => machineBox({ ...without, ...({} as { open: () => never }) });
    expect(machine).toThrow("needs a function open, which begins a session; it is missing");
  });

  it("has the symbols of its alphabet as a list, too", async () => {
    const { weigh } = functionBox({ alphabet: ["right", "wrong"], kind: "mealy", answer: door });
    const { automaton } = await learnAsync({ alphabet: ["right", "wrong"], kind: runsOf("mealy"), weigh });
    expect(automaton.size).toBe(4);
  });

  it("refuses a machine teacher whose function returns promises, and says what is for it", () => {
    const run: unknown = async (word: readonly string[]) => door(word);
    const teacher = machineTeacher({
      kind: "mealy",
      alphabet: ["right", "wrong"],
      equivalence: wpMethod(1),
      run: run as (word: readonly string[]) => string[],
    });
    expect(() => learn(teacher)).toThrow(
      /it is a promise; a function that returns promises is for functionBox/u,
    );
  });
});

describe("a session of a machine", () => {
  /** A door whose sessions are counted; `fails` is the input that it fails at. */
  function sessions(kind: "mealy" | "moore", fails?: string) {
    const seen = { open: 0, most: 0, closed: 0 };
    const box = machineBox({
      alphabet: ["right", "wrong"],
      kind,
      concurrency: 3,
      open: async () => {
        seen.most = Math.max(seen.most, ++seen.open - seen.closed);
        const word: string[] = [];
        return {
          output: () => "closed",
          async step(input: string) {
            await new Promise((go) => setTimeout(go, 0));
            if (input === fails) throw new Error("the cable is loose");
            word.push(input);
            return door(word)[word.length - 1];
          },
          close: () => {
            seen.closed++;
          },
        };
      },
    });
    return { box, seen };
  }

  it.for(["mealy", "moore"] as const)("of a %s machine is opened and closed for each word", async (kind) => {
    const { box, seen } = sessions(kind);
    const { automaton, outcome } = await learnAsync(box);
    expect(outcome).toBe("accepted");
    expect(runMachine(requireMachine(automaton), ["wrong", "wrong", "wrong", "right"]).slice(-2)).toEqual([
      "locked",
      "locked",
    ]);
    expect(seen.open).toBe(seen.closed);
    expect(seen.most).toBe(3);
  });

  it("is closed when a step fails, and the error names the word", async () => {
    const { box, seen } = sessions("mealy", "wrong");
    await expect(learnAsync(box)).rejects.toThrow(/failed at .*wrong.*the cable is loose/u);
    expect(seen.open).toBe(seen.closed);
  });

  it("of a Moore machine has an output before the first input", async () => {
    const box = machineBox({ alphabet: "a", kind: "moore", open: () => ({ step: () => "x" }) });
    await expect(learnAsync(box)).rejects.toThrow(/its sessions need `output\(\)`/u);
  });
});

describe("from an older version", () => {
  const inputs = ["in", "out", "look"];
  /** A lift with so many floors. */
  const lift = (floors: number) => (word: readonly string[]) => {
    let floor = 0;
    return word.map((input) => {
      const before = floor;
      if (input === "in") floor = Math.min(floors - 1, floor + 1);
      if (input === "out") floor = Math.max(0, floor - 1);
      return input === "look"
        ? floor === floors - 1
          ? "roof"
          : "wall"
        : before === floor
          ? "stays"
          : "moves";
    });
  };
  async function learned(floors: number, from: readonly Wdfsa<string>[] = []) {
    let cost = 0;
    const run = lift(floors);
    const box = functionBox({
      alphabet: inputs,
      kind: runsOf("mealy"),
      answer(word) {
        cost += 1 + word.length;
        return run(word);
      },
    });
    const { automaton } = await learnAsync(box, { from, equivalence: "wp:1", recheck: 0 });
    return { automaton, cost };
  }

  it("learns the same machine: at less cost if nothing has changed, and at hardly more if much has", async () => {
    const fresh = await learned(6);
    expect(fresh.automaton.size).toBe(6);
    const again = await learned(6, [fresh.automaton]);
    expect(compare(again.automaton, fresh.automaton)).toBeUndefined();
    expect(again.cost).toBeLessThan(fresh.cost);
    const other = await learned(3);
    const helped = await learned(6, [other.automaton]);
    expect(compare(helped.automaton, fresh.automaton)).toBeUndefined();
    expect(helped.cost).toBeLessThan(1.1 * fresh.cost);
  });
});
