/** Given any input, the reader returns an automaton or throws a `parse` error with a place. */

import {
  type Automaton,
  HankelError,
  randomAutomaton,
  readHankel,
  semifieldByName,
  semifields,
  Wdfsa,
  writeHankel,
} from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

function survives(text: string): Automaton<unknown> | HankelError {
  try {
    return readHankel(text);
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    expect(error.code).toBe("parse");
    expect(error.place?.line).toBeGreaterThan(0);
    expect(error.place?.column).toBeGreaterThan(0);
    return error;
  }
}

const names = semifields.map(({ name }) => (name === "prime-field" ? "prime-field:7" : name));

const files = fc
  .record({ name: fc.constantFrom(...names), states: fc.nat(5), seed: fc.nat(1000) })
  .map((options) =>
    writeHankel(
      randomAutomaton({
        algebra: semifieldByName(options.name),
        states: options.states,
        letters: 2,
        seed: options.seed,
      }),
    ),
  );

const scraps = fc.oneof(
  fc.constantFrom(...'[]{},:"\\-+.eE/0123456789 \n\r\t\u0000\ufeff\ud800'.split("")),
  fc.constantFrom(
    "__proto__",
    "null",
    "true",
    "NaN",
    "Infinity",
    "1e9999",
    "1e-999999999",
    "99999999999999999999",
  ),
  fc.string({ unit: "binary", maxLength: 3 }),
);

const edits = fc.array(fc.tuple(fc.nat(), fc.nat(4), scraps), { minLength: 1, maxLength: 4 });

describe("the reader survives", () => {
  test("edited files", () => {
    fc.assert(
      fc.property(files, edits, (file, changes) => {
        let text = file;
        for (const [position, removed, inserted] of changes) {
          const at = position % (text.length + 1);
          text = text.slice(0, at) + inserted + text.slice(at + removed);
        }
        survives(text);
      }),
      { numRuns: 3000 },
    );
  });

  test("files cut short: never an automaton", () => {
    fc.assert(
      fc.property(files, fc.nat(), (file, position) => {
        const whole = file.trimEnd();
        expect(survives(whole.slice(0, position % whole.length))).toBeInstanceOf(HankelError);
      }),
      { numRuns: 500 },
    );
  });

  test("random text and random bytes", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 50 }), (text) => void survives(text)));
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        (bytes) => void survives(new TextDecoder().decode(bytes)),
      ),
    );
  });

  test("other line ends and a byte order mark, which change nothing", () => {
    fc.assert(
      fc.property(files, (file) => {
        const other = survives(`\ufeff${file.replaceAll("\n", "\r\n")}`);
        expect(other).toBeInstanceOf(Wdfsa);
        expect(writeHankel(other as Wdfsa<unknown>)).toBe(file);
      }),
      { numRuns: 50 },
    );
  });

  test("a line of ten megabytes", () => {
    const long = "x".repeat(10 * 2 ** 20);
    expect(survives(long)).toBeInstanceOf(HankelError);
    expect(survives(`{"${long}": 1}`)).toBeInstanceOf(HankelError);
    const symbol = `{"format": "hankel/1", "semifield": "boolean", "alphabet": ["${long}"], "states": 1,
      "initial": [[0, true]], "final": [[0, true]], "arcs": [[0, "${long}", true, 0]]}`;
    expect(survives(symbol)).toBeInstanceOf(Wdfsa);
    const weight = `{"format": "hankel/1", "semifield": "rational", "alphabet": [], "states": 1,
      "initial": [[0, "${"7".repeat(1e5)}banana"]], "final": [], "arcs": []}`;
    expect((survives(weight) as HankelError).message.length).toBeLessThan(300);
  });

  test("deep nesting", () => {
    for (const open of ["[", '{"a":', '{"arcs":[', '{"arcs":[[0,"a",']) {
      expect(survives(open.repeat(1e5))).toBeInstanceOf(HankelError);
    }
  });
});
