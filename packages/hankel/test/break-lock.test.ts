import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";
import { LEARN, prepare } from "./support/marked-module.ts";

describe("--break-lock", () => {
  const args = [...LEARN, "--journal", "j", "--out", "o.json"];

  test("takes a journal over from a process that cannot be seen, and says so", async ({ place }) => {
    await prepare(place);
    // Left by a process of a container that was killed.
    await place.write(".j.lock.7.123456.abcdef.abcdef.abcdef.abc", "");
    expectComplaint(await place.run(args), 2, "process 7 of another machine or container", "--break-lock");
    const { code, stderr } = await place.run([...args, "--break-lock"]);
    const notice = "hankel: the lock of process 7, which cannot be seen from here, is broken\n";
    expect([code, stderr]).toEqual([0, notice]);
    expect((await place.files()).filter((name) => name.startsWith("."))).toEqual([]);
  });

  test("is refused without a journal", async ({ place }) => {
    await prepare(place);
    expectComplaint(await place.run([...LEARN, "--break-lock"]), 2, "name it with --journal");
    expectComplaint(await place.run(["learn", "a.json", "--break-lock"]), 2, "name it with --journal");
    expectComplaint(
      await place.run(["spectral", "--module", "box.mjs", "--break-lock"]),
      2,
      "name it with --journal",
    );
    expect(await place.files()).not.toContain("loaded");
  });
});
