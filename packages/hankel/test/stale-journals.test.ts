/** A journal of another version of a program: learn and test notice, and say what rests on it. */

import { describe, expect } from "vitest";
import { door as talkingDoor } from "./support/door.ts";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";

const door = (change = "") => talkingDoor(change).replace('console.error("asked " + word.join(" "));', "");

/** Behind two pushes, a lock is not closed. */
const CHANGED =
  'word.forEach((_, i) => { if (/push.*push.*lock.*push/.test(word.slice(0, i + 1).join(" "))) outputs[i] = "open"; });';

/** A door as `door.mjs`, and what one command with a journal says of it. */
async function begin(place: Workplace, ...args: string[]): Promise<string[]> {
  await place.write("door.mjs", door());
  const command = [...args, "--journal", "j.jsonl", "--", process.execPath, "door.mjs"];
  const first = await place.run(command);
  expect(first.code).toBe(0);
  expect(first.stderr).not.toContain("were known before");
  return command;
}

const LEARN = ["learn", "-o", "door.json"];

describe.concurrent("a journal of another version", () => {
  test("ends a run of learn, and names the file that has changed", async ({ place }) => {
    const command = await begin(place, ...LEARN);
    await place.write("door.mjs", door(CHANGED));
    const changed = await place.run(command);
    expect(changed.stderr).toMatch(
      /hankel: door\.mjs has changed since the last run with this journal: some of the \d+ answers from before are asked again first\n/u,
    );
    expectComplaint(changed, 3, "the target no longer answers as in the journal j.jsonl: ");
    expect(changed.stderr).toContain(
      "door.mjs has changed since the last run with this journal). If it is another version now",
    );
    // What was found is not written into the journal of the old version, so that version goes on.
    await place.write("door.mjs", door());
    expect(await place.run(command)).toMatchObject({ code: 0 });
  });

  test("in --warm is left out by whoever wants to begin anew", async ({ place }) => {
    await begin(place, ...LEARN);
    await place.write("door.mjs", door(CHANGED));
    const warm = await place.run([...LEARN, "--warm", "j.jsonl", "--", process.execPath, "door.mjs"]);
    expectComplaint(warm, 3, "the target no longer answers as in earlier runs: ");
    expect(warm.stderr).toContain("If it is another version now, begin without these answers: what is known");
  });

  test("says in its statement what rests on the journal", async ({ place }) => {
    const command = await begin(place, ...LEARN);
    const again = await place.run(command);
    expect(again).toMatchObject({ code: 0 });
    expect(again.stderr).toMatch(
      /Nothing new was asked in this run: all answers are from the journal j\.jsonl, \d+ answers, of which \d+ were asked again, with the same result\.\n/u,
    );
    // Whoever doubts asks more, or nothing.
    const counts = async (recheck: string) => {
      const { stdout } = await place.run([
        ...command.slice(0, 3),
        "--json",
        "--recheck",
        recheck,
        ...command.slice(3),
      ]);
      const { asked, recalled } = JSON.parse(stdout) as Counts;
      return { asked, ...recalled };
    };
    const [none, some, more] = [await counts("0"), await counts("8"), await counts("30")];
    expect(none).toEqual({ asked: 0, answers: none.answers, again: 0, others: 0, fresh: 0 });
    expect(more.again).toBeGreaterThan(some.again);
    expect(some.again).toBeGreaterThan(8);
  });

  test("is compared by a fingerprint of one's own", async ({ place }) => {
    const command = await begin(place, ...LEARN, "--fingerprint", "v1");
    const other = command.map((argument) => (argument === "v1" ? "v2" : argument));
    await place.write("door.mjs", `${door()}\n// Nothing of this matters.`);
    expect((await place.run(command)).stderr).not.toContain("changed");
    expect((await place.run(other)).stderr).toMatch(
      /hankel: the fingerprint has changed since the last run with this journal: some of/u,
    );
    expect((await place.run([...other.slice(0, 3), "--recheck", "0", ...command.slice(3)])).stderr).toMatch(
      /: none of the \d+ answers from before is asked again\n/u,
    );
  });

  test("is not passed by hankel test, nor by answers taken along", async ({ place }) => {
    await begin(place, ...LEARN);
    const command = [
      "test",
      "door.json",
      "--method",
      "random:50",
      "--journal",
      "t.jsonl",
      "--",
      process.execPath,
      "door.mjs",
    ];
    expect((await place.run(command)).code).toBe(0);
    const again = await place.run(command);
    expect(again.stdout).toMatch(
      /^passed: .*\nNothing new was asked in this run: all answers are from the journal t\.jsonl, \d+ answers, of which \d+ were asked again, with the same result\.\n$/u,
    );
    await place.write("door.mjs", door(CHANGED));
    expectComplaint(await place.run(command), 3, "the target no longer answers as in the journal t.jsonl");
    const warm = ["learn", "-o", "w.json", "--warm", "j.jsonl", ...command.slice(6)];
    expectComplaint(await place.run(warm), 3, "the target no longer answers as in earlier runs");
  });

  test("of a file is noticed although nothing is asked of it twice", async ({ place }) => {
    await begin(place, ...LEARN);
    await place.write("box.json", await place.read("door.json"));
    const command = ["learn", "box.json", "-o", "b.json", "--journal", "b.jsonl"];
    expect((await place.run(command)).code).toBe(0);
    await place.write("box.json", (await place.read("door.json")).replaceAll('"shut"', `"closed"`));
    const { code, stderr } = await place.run(command);
    expect([code, stderr]).toEqual([3, expect.stringContaining("box.json has changed since")]);
  });
});

interface Counts {
  readonly asked: number;
  readonly recalled: {
    readonly answers: number;
    readonly again: number;
    readonly others: number;
    readonly fresh: number;
  };
}
