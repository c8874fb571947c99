import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";
import { LEARN, prepare } from "./support/marked-module.ts";

describe("journal unlock", () => {
  const args = [...LEARN, "--journal", "j", "--out", "o.json"];
  const locks = (files: readonly string[]) => files.filter((name) => name.startsWith("."));

  test("takes a journal over from a process that cannot be seen, and says so", async ({ place }) => {
    await prepare(place);
    // Left by a process of a container that was killed.
    await place.write(".j.lock.7.123456.abcdef.abcdef.abcdef.abc", "");
    expectComplaint(
      await place.run(args),
      2,
      "process 7 of another machine or container",
      "hankel journal unlock j takes the journal over",
    );
    const { code, stderr } = await place.run(["journal", "unlock", "j"]);
    const notice = "hankel: the lock of process 7, which cannot be seen from here, is broken\n";
    expect([code, stderr]).toEqual([0, notice]);
    expect(locks(await place.files())).toEqual([]);
    expect((await place.run(args)).code).toBe(0);
    expect(locks(await place.files())).toEqual([]);
  });

  test("says that there is nothing to unlock", async ({ place }) => {
    await prepare(place);
    await place.run(args);
    const { code, stderr } = await place.run(["journal", "unlock", "j"]);
    expect([code, stderr]).toEqual([0, "hankel: the journal j was not in use\n"]);
    expectComplaint(await place.run(["journal", "unlock", "k"]), 2, "there is no journal k");
    expectComplaint(await place.run(["journal", "unlock", "no/such/j"]), 2, "cannot unlock no/such/j");
  });

  test("leaves a process alone that is seen", async ({ place }) => {
    await prepare(place, 'if (word.length > 2) { console.error("held"); await new Promise(() => {}); }');
    await place.write(
      "box.mjs",
      (await place.read("box.mjs")).replace("weigh = (word)", "weigh = async (word)"),
    );
    const learning = place.run(args, { interrupt: { at: "done", signal: "SIGINT" }, env: {} });
    let ended = await place.spawn(["journal", "unlock", "j"]);
    while (ended.code === 0 || ended.stderr.includes("there is no journal"))
      ended = await place.spawn(["journal", "unlock", "j"]);
    expectComplaint(ended, 2, "the journal j is in use by process");
    const [lock] = locks(await place.files());
    process.kill(Number(lock.split(".")[3]), "SIGKILL");
    await learning;
  });
});
