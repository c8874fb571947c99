/** Journals that are larger than the memory of a run, or take long to read. */

import { appendFileSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JournalLine } from "@hankel/core";
import { type Clock, Journal } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { eachLine } from "../src/journal/append-file.ts";
import { patiently, systemClock } from "../src/pool/time.ts";
import { bareHeader } from "./support/bare-header.ts";
import { MemoryStorage } from "./support/memory-storage.ts";

describe("lines", () => {
  it("are the same however a file is cut into pieces", () => {
    const text = "one\n\nthrée\nfour 😀\ntorn";
    const bytes = new TextEncoder().encode(text);
    for (let piece = 1; piece <= 30; piece++) {
      const lines = [...eachLine(new MemoryStorage(bytes), piece)];
      expect(lines.map(({ text }) => text)).toEqual(text.split("\n"));
      expect(lines.map(({ end }) => end)).toEqual([4, 5, 12, 22, 26]);
      expect(lines.map(({ torn }) => torn)).toEqual([false, false, false, false, true]);
    }
  });
});

it("a journal of several pieces is read again, and a torn line is cut off", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hankel-journal-"));
  try {
    const path = join(folder, "run.jsonl");
    const line = (i: number): JournalLine => {
      const word = Array.from({ length: 1000 }, (_, place) => ((i >> place) & 1 ? "b" : "a"));
      return { kind: "answer", word, weight: String(i % 3 === 0) };
    };
    const lines = Array.from({ length: 700 }, (_, i) => line(i));
    const first = await Journal.open(path, bareHeader);
    first.append(lines);
    first.close();
    const whole = statSync(path).size;
    expect(whole).toBeGreaterThan(2 ** 21);
    appendFileSync(path, '{"answer"');
    const second = await Journal.open(path, bareHeader);
    second.close();
    expect([statSync(path).size, second.length]).toEqual([whole, whole]);
    expect([...second.recorded]).toEqual(lines);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

describe("long work", () => {
  /** Each item takes longer than the process may be kept busy. */
  function slow(): Clock {
    let now = 0;
    return { ...systemClock, now: () => (now += 60) };
  }
  const items = [0, 1, 2];

  it("ends when it is told to", async () => {
    const stop = new AbortController();
    const taken: number[] = [];
    const options = { signal: stop.signal, work: "counting", clock: slow() };
    const done = patiently(items, (item) => taken.push(item), options);
    stop.abort();
    await expect(done).rejects.toMatchObject({ code: "cancelled", message: "cancelled while counting" });
    expect(taken).toEqual([0]);
  });

  it("is done in order otherwise", async () => {
    const taken: number[] = [];
    await patiently(items, (item) => taken.push(item), { work: "counting", clock: slow() });
    expect(taken).toEqual(items);
  });
});
