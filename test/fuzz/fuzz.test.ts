/**
 * Everything that reads what others wrote survives any input: it returns a value that is read back as it was written, or
 * throws an error of the documented kind with a short message, soon. `npm run fuzz` tries more inputs.
 */

import { describe, expect, test } from "vitest";
import { Campaign, describe as described, shortened } from "./campaign.ts";
import { judge } from "./judge.ts";
import type { Target } from "./target.ts";
import { targets } from "./targets/index.ts";

const SEED = 1;
const INPUTS = 60;
const LARGE = 2 ** 15;

const encoder = new TextEncoder();

const read = async (target: Target, text: string) => target.read(encoder.encode(text));

async function survives(target: Target, input: Uint8Array): Promise<void> {
  const failure = await judge(target, input);
  expect(failure, Buffer.from(input.subarray(0, 200)).toString("latin1")).toBeUndefined();
}

describe.each(targets.map((target) => [target.name, target] as const))("%s", (_name, target) => {
  const campaign = new Campaign(target);

  test("reads valid input", async () => {
    for (const seed of target.seeds) await read(target, seed);
  });

  test("survives changed input", async () => {
    for (let number = 0; number < campaign.inputs.fixed + INPUTS; number++) {
      const finding = await campaign.run(SEED, number);
      if (finding !== undefined) expect.fail(described(await shortened(target, finding)));
    }
  });

  test("survives large input", async () => {
    for (const input of campaign.inputs.large(LARGE)) await survives(target, input);
  });
});

describe.each(
  targets.filter(({ anyLineEnds }) => anyLineEnds).map((target) => [target.name, target] as const),
)("%s", (_name, target) => {
  test("reads the same with other line ends and a byte order mark", async () => {
    for (const seed of target.seeds) {
      const value = await read(target, seed);
      for (const other of [`\ufeff${seed}`, seed.replaceAll("\n", "\r\n"), seed.trimEnd()]) {
        expect(await read(target, other)).toBe(value);
      }
    }
  });
});

describe.each(targets.filter(({ needsEnd }) => needsEnd).map((target) => [target.name, target] as const))(
  "%s",
  (_name, target) => {
    test("never takes a file that was cut short", async () => {
      for (const seed of target.seeds) {
        const whole = seed.trimEnd();
        for (let end = 0; end < whole.length; end++) {
          await expect(read(target, whole.slice(0, end))).rejects.toThrow();
        }
      }
    });
  },
);

test("an input depends on the seed, the target and its number only", () => {
  const [one, two, other] = [targets[0], targets[0], targets[1]].map((target) => new Campaign(target).inputs);
  expect(one.input(3, 77)).toEqual(two.input(3, 77));
  expect(one.input(4, 77)).not.toEqual(two.input(3, 77));
  expect(other.input(3, 77)).not.toEqual(two.input(3, 77));
});

describe("a fault is found, shortened and shown", () => {
  const faulty = (fault: (text: string) => string): Target => ({
    ...targets[0],
    name: "faulty",
    seeds: ["abcdef"],
    json: "no",
    codes: [],
    read: (input) => fault(Buffer.from(input).toString()),
  });

  test("an exception of another kind", async () => {
    const target = faulty((text) => {
      if (text.includes("d")) throw new RangeError("a d");
      return text;
    });
    const finding = await new Campaign(target).run(1, 0);
    const shown = described(await shortened(target, finding ?? expect.fail("it was not found")));
    expect(shown).toContain("RangeError: a d");
    expect(shown).toContain('byte: "d"');
    expect(shown).toContain("npm run fuzz -- --only faulty --seed 1 --input 0");
  });
});
