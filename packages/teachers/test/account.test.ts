/** The memory for what arrives: bounded for all workers together. */

import { openModule, openProcess } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { Account } from "../src/wire/account.ts";
import { LineCutter } from "../src/wire/lines.ts";
import { parseReply } from "../src/wire/messages.ts";
import { workplace } from "./support/boxes.ts";

/** A source that notes whether it waits. */
function source() {
  return {
    waits: false,
    pause() {
      this.waits = true;
    },
    resume() {
      this.waits = false;
    },
  };
}

describe("an account of memory", () => {
  const MEMORY = 2 ** 26;
  /** More than a third of what there is. */
  const THIRD = Math.ceil(MEMORY / 4 / 4 / 3) + 1000;

  it("lets the first source go on, and the others wait until there is room", () => {
    const account = new Account(MEMORY, 3);
    const [first, second, third] = [source(), source(), source()];
    account.take(first, THIRD);
    account.take(second, THIRD);
    expect([first.waits, second.waits]).toEqual([false, false]);
    account.take(third, THIRD);
    account.take(second, 1);
    account.take(first, THIRD);
    expect([first.waits, second.waits, third.waits]).toEqual([false, true, true]);
    // It is still full, so only the next one goes on.
    account.release(first);
    account.take(second, 3 * THIRD);
    expect([second.waits, third.waits]).toEqual([false, false]);
    account.take(third, 1);
    expect([second.waits, third.waits]).toEqual([false, true]);
    account.release(second);
    expect(third.waits).toBe(false);
    account.release(third);
    account.release(third);
    expect(account.taken).toBe(0);
  });

  it("counts single characters as the pieces that they are", () => {
    const account = new Account(MEMORY);
    const stream = source();
    const memory = { take: (n: number) => account.take(stream, n), release: () => account.release(stream) };
    const cutter = new LineCutter(() => {}, { longest: account.longest, memory });
    for (let i = 0; i < 1000; i++) cutter.push("x");
    expect(account.taken).toBeGreaterThan(60_000);
    cutter.push("x\nyy");
    expect(account.taken).toBeLessThan(200);
    cutter.push("y".repeat(account.longest));
    expect(account.taken).toBe(0);
  });

  it("refuses a limit that the workers cannot keep, with the least that they can", async () => {
    expect(() => new Account(2 ** 24, 40)).toThrow(
      "--max-memory 16 MiB has no room for the answers of 40 workers: at least 56 MiB are needed",
    );
    const options = { command: process.execPath, workers: 40, maxMemory: 2 ** 24 };
    await expect(openProcess(options)).rejects.toMatchObject({ code: "usage" });
    expect(new Account(56 * 2 ** 20, 40).longest).toBeGreaterThanOrEqual(2 ** 20);
  });

  it("bounds programs that all write long lines at once, and each is read", async () => {
    using place = workplace();
    const source = `
      import { createInterface } from "node:readline";
      console.log('{"hankel":1,"semifield":"rational","alphabet":["a"]}');
      createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, weigh } = JSON.parse(line);
        process.stdout.write(\`{"id":\${id},"note":"\${"€".repeat(2 ** 20)}","weights":[\${weigh.map((word) => word.length)}]}\\n\`);
      });`;
    const args = [place.file("box.mjs", source)];
    const box = await openProcess({
      command: process.execPath,
      args,
      workers: 4,
      batch: 1,
      maxMemory: 2 ** 25,
    });
    const words = Array.from({ length: 40 }, (_, length) => Array.from({ length }, () => 0));
    expect((await box.weigh(words)).map(String)).toEqual(words.map(({ length }) => String(length)));
    await box.close();
  });

  it("leaves each thread of a module its part, and refuses less than they need", async () => {
    using place = workplace();
    const long = place.file(
      "long.mjs",
      `export const alphabet = "a", semifield = "free-group";
      export const weigh = (word) => "x".repeat(300_000 * word.length + 1);`,
    );
    const box = await openModule({ path: long, workers: 2, batch: 1, maxMemory: 2 ** 24 });
    expect(await box.weigh([[0]])).toEqual(["x".repeat(300_001)]);
    await expect(box.weigh([[0, 0]])).rejects.toThrow(
      "its answer has more than 524288 characters, which is the bound with this --max-memory and so many threads",
    );
    await box.close();
    await expect(openModule({ path: long, workers: 8, maxMemory: 2 ** 24 })).rejects.toThrow(
      "--max-memory 16 MiB has no room for the answers of 8 workers: at least 32 MiB are needed",
    );
  });

  it("bounds the values of a message by the memory of the run", () => {
    const empty = (lists: number) => `{"x":[${"[],".repeat(lists)}[]]}`;
    const room = new Account(2 ** 26).room;
    expect(room).toBe(2 ** 24);
    expect(parseReply(empty(140_000), room)).toHaveProperty("x");
    expect(() => parseReply(empty(160_000), room)).toThrow("whose values would take more than 16 MiB");
    expect(parseReply(empty(160_000))).toHaveProperty("x");
  });
});
