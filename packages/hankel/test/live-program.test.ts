/** The real command learns programs. */

import { fileURLToPath } from "node:url";
import { readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";
import { SLOW, TESTS } from "./support/slow-program.ts";

const WEATHER = fileURLToPath(new URL("../../../examples/teachers/python/weather.py", import.meta.url));

const PARKING = fileURLToPath(new URL("../../../examples/teachers/bash/parking.sh", import.meta.url));

describe.concurrent("learn -- program", () => {
  test("learns the examples", async ({ place }) => {
    const weather = await place.run(["learn", "--workers", "2", "--out", "w.json", "--", "python3", WEATHER]);
    expect(weather.stderr).toMatch(
      /Tested on \d+ words only: .*each of 3 states was left by each of .*no word of more than \d+ letters was tried/u,
    );
    expect(weather.code).toBe(0);
    expect(readHankel(await place.read("w.json")).size).toBe(3);
    const parking = JSON.parse(
      await place.print("learn", "--json", ...TESTS, "--", "bash", PARKING),
    ) as Record<string, unknown>;
    expect(parking).toMatchObject({ outcome: "accepted", states: 2 });
    expect(parking["established"]).toMatch(
      /complete up to 1 extra state \(it is right if the language has at most 3 states\)/u,
    );
  });

  test("leaves the same automaton and journal with 1 worker and with 8", async ({ place }) => {
    await place.write("box.mjs", SLOW);
    const learn = (name: string, workers: string) =>
      place.run([
        "learn",
        "--quiet",
        ...TESTS,
        "--workers",
        workers,
        "--journal",
        `${name}.jsonl`,
        "--out",
        `${name}.json`,
        "--",
        process.execPath,
        "box.mjs",
      ]);
    expect((await learn("one", "1")).code).toBe(0);
    expect((await learn("eight", "8")).code).toBe(0);
    expect(await place.read("eight.jsonl")).toBe(await place.read("one.jsonl"));
    expect(await place.read("eight.json")).toBe(await place.read("one.json"));
  });

  test("names the word on which the program fails, keeps the other answers and exits with 3", async ({
    place,
  }) => {
    await place.write(
      "box.mjs",
      SLOW.replace(
        "const weights = [];",
        'const weights = []; if (weigh.some((w) => w.join("") === "ab")) process.exit(9);',
      ),
    );
    const ended = await place.run(["learn", "--quiet", "--journal", "j", "--", process.execPath, "box.mjs"]);
    expect(ended.code).toBe(3);
    expect(ended.stderr).toMatch(
      /hankel: the black box failed on ab: it ended \(exit code 9\).* \(every answer is kept in j; the same command goes on from there\)/u,
    );
    expectComplaint(
      await place.run(["learn", "--", "./no-such-program-here"]),
      3,
      "cannot start ./no-such-program-here: no such program",
    );
  });
});
