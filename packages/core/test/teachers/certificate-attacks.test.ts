/**
 * Forged certificates (Theorems 11.2 and 14.9): whatever a check says of the language is so, and what holds is right
 * if the language has no more states. `support/attacks.ts` makes them and finds the truth by weighing words.
 */

import { type ExactField, primeField, quaternion, rational } from "@hankel/core";
import { readConfigureGlobal } from "fast-check";
import { describe, expect, it } from "vitest";
import { attackRank, attackStates, machineCase, type Tally } from "../support/attacks.ts";
import { exactCases } from "../support/cases.ts";

const SEED = readConfigureGlobal()?.seed ?? 1;

/** The test could not notice anything if next to nothing held, or nothing was refused or failed. */
function expectVariety({ tried, refused, failed, held, forgedAndHeld }: Tally): void {
  expect(refused + failed + held).toBe(tried);
  expect(Math.min(refused, failed, held, forgedAndHeld)).toBeGreaterThan(5);
}

function fieldCase<W>(field: ExactField<W>, pool: readonly string[]) {
  return { field: field as ExactField<unknown>, pool: pool.map((text): unknown => field.parse(text)) };
}

describe(`forged certificates, seed ${SEED}`, () => {
  it.each([...exactCases, machineCase].map((setting) => [setting.name, setting] as const))(
    "11.2: of states over %s never prove what is not so",
    (_name, setting) => expectVariety(attackStates(setting, SEED, 100)),
  );

  it.each(
    [
      fieldCase(primeField(2), ["1"]),
      fieldCase(primeField(7), ["1", "3", "6"]),
      fieldCase(rational, ["1", "-1", "2"]),
      fieldCase(quaternion, ["1", "i", "j", "1-k"]),
    ].map((setting) => [setting.field.name, setting] as const),
  )("14.9: of the rank over %s never prove what is not so", (_name, setting) =>
    expectVariety(attackRank(setting, SEED, 100)),
  );
});
