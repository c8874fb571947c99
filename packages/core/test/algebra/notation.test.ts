import { describe, expect, it } from "vitest";
import { HankelError, semifieldByName, semifields } from "../../src/index.ts";
import { processorTime } from "../support/processor-time.ts";
import { weightCases } from "../support/weights.ts";

/** Texts that no algebra accepts as a weight, except the free group, which accepts any word. */
const nonsense = [
  "",
  " ",
  "\n",
  "1 /2",
  "^",
  "^-1",
  '"',
  '"x',
  "x^-2",
  "x^",
  "x^-1^-1",
  "1 x",
  "x 0",
  '"\\q"',
];
const noNumber = [
  "--1",
  "1e",
  "NaN",
  "nan",
  "banana",
  "__proto__",
  "0x10",
  "1_000",
  "1,5",
  "1/",
  "/2",
  "1/2/3",
  "1/-2",
  ".",
  "e5",
  "١",
];
const infinite = ["Infinity", "-Infinity", "inf", "-inf", "+inf", "1e999"];
const excessive = ["1e999999999", "1e-999999999", "1e99999999999999999999", "-1E+10001"];

const refused: Record<string, string[]> = {
  boolean: [...nonsense, ...noNumber, ...infinite, "True", "2", "-1", "0.0", "yes", "1.0"],
  rational: [
    ...nonsense,
    ...noNumber,
    ...infinite.slice(0, 5),
    ...excessive,
    "1/0",
    "0/0",
    "1.5/2",
    " 1",
    "1 ",
  ],
  viterbi: [...nonsense, ...noNumber, ...infinite.slice(0, 5), ...excessive, "1/0", "-1", "-1/2"],
  real: [...nonsense, ...noNumber, ...infinite, "1/0", "1e-400", "1e308", "1e-310", "1e999999999"],
  "viterbi-float64": [...nonsense, ...noNumber, ...infinite, "1/0", "-1", "-1e-400", "1e-400"],
  log: [...nonsense, ...noNumber, "-Infinity", "-inf", "1e999", "1/0", "1e-400"],
  tropical: [...nonsense, ...noNumber, ...excessive, "-Infinity", "-inf", "INF", "infinity", "1/0"],
  arctic: [...nonsense, ...noNumber, ...excessive, "Infinity", "+Infinity", "inf", "1/0"],
  "tropical-float64": [...nonsense, ...noNumber, "-Infinity", "-inf", "1e999", "1e-400"],
  "arctic-float64": [...nonsense, ...noNumber, "Infinity", "inf", "1e999", "1e-400"],
  "prime-field:7": [...nonsense, ...noNumber, ...infinite.slice(0, 5), "1/0", "1/7", "3/14", "1e99999"],
  quaternion: [
    ...nonsense,
    ...noNumber,
    ...infinite.slice(0, 5),
    "1/0",
    "1/0i",
    "1+",
    "+",
    "i+i",
    "1+2",
    "ij",
    "2l",
    "1 + i",
    "1+-i",
  ],
  "free-group": [...nonsense, '"x"y', 'x"y"', '"a"^', "x^1", "0^-1", "1^-1", "x\ty^", '"\n"'],
};

const accepted: [name: string, text: string, formatted: string][] = [
  ["boolean", "1", "true"],
  ["boolean", "0", "false"],
  ["rational", "2/4", "1/2"],
  ["rational", "0.125", "1/8"],
  ["rational", "1E3", "1000"],
  ["rational", "-0.0", "0"],
  ["viterbi", "0.5", "1/2"],
  ["viterbi", "-0", "0"],
  ["real", "1/4", "0.25"],
  ["real", "+.5", "0.5"],
  ["real", "-0", "0"],
  ["real", "0e-999", "0"],
  ["log", "inf", "Infinity"],
  ["log", "-1.5e3", "-1500"],
  ["tropical", "Infinity", "Infinity"],
  ["tropical", "+inf", "Infinity"],
  ["tropical", "2.5", "5/2"],
  ["arctic", "-inf", "-Infinity"],
  ["tropical-float64", "Infinity", "Infinity"],
  ["arctic-float64", "-Infinity", "-Infinity"],
  ["prime-field:7", "-1", "6"],
  ["prime-field:7", "1/2", "4"],
  ["prime-field:7", "0.5", "4"],
  ["prime-field:7", "1e30", "1"],
  ["prime-field:7", "100000000000000000000000/3", "4"],
  ["quaternion", "1+2i-1/2j+3k", "1+2i-1/2j+3k"],
  ["quaternion", "3k-0.5j+2i+1", "1+2i-1/2j+3k"],
  ["quaternion", "-i", "-i"],
  ["quaternion", "1i-1j+0k", "i-j"],
  ["quaternion", "1e-3i", "1/1000i"],
  ["quaternion", "0", "0"],
  ["free-group", "  x \t y^-1\n", "x y^-1"],
  ["free-group", '"x" "y"^-1', "x y^-1"],
  ["free-group", "x y y^-1 x^-1", "1"],
  ["free-group", '"new york"^-1', '"new york"^-1'],
  ["free-group", '"\\u0041"', "A"],
  ["free-group", '"1" "0"', '"1" "0"'],
  ["free-group", "x10 -1", "x10 -1"],
];

describe("notation", () => {
  it("has a list of texts to refuse for every algebra", () => {
    const families = Object.keys(refused).map((name) => name.split(":")[0]);
    expect(families.toSorted()).toEqual(semifields.map(({ name }) => name).toSorted());
  });

  it.each(Object.keys(refused))("%s refuses what it does not know, and says what it expected", (name) => {
    const algebra = semifieldByName(name);
    for (const text of refused[name]) {
      let error: unknown;
      try {
        algebra.parse(text);
      } catch (caught) {
        error = caught;
      }
      expect(error, `${name} took ${JSON.stringify(text)}`).toBeInstanceOf(HankelError);
      expect((error as HankelError).code).toBe("parse");
      expect((error as HankelError).message).toContain(JSON.stringify(text));
      expect((error as HankelError).message).toMatch(/expected/);
    }
  });

  it.each(accepted)("%s reads %j as %s", (name, text, formatted) => {
    const algebra = semifieldByName(name);
    expect(algebra.format(algebra.parse(text))).toBe(formatted);
  });

  it("quickly refuses an exponent that would fill the memory", () => {
    const start = processorTime();
    expect(() => semifieldByName("rational").parse("1e999999999")).toThrow(
      /expected an exponent of at most 10000/,
    );
    expect(processorTime() - start).toBeLessThan(60_000);
  });

  it.each(semifields.map(({ name }) => (name === "prime-field" ? "prime-field:7" : name)))(
    "%s refuses a long text at once",
    (name) => {
      const { parse } = semifieldByName(name);
      const started = processorTime();
      for (const long of ["1", "1.", "1/", "1e", "-", " ", "0.0"].map((part) => part.repeat(50_000))) {
        expect(() => parse(`${long}^`)).toThrow(HankelError);
      }
      expect(processorTime() - started).toBeLessThan(60_000);
    },
  );

  it("shortens a long text in its message", () => {
    expect(() => semifieldByName("rational").parse("z".repeat(10_000))).toThrow(/^"z{57}\.\.\." is not/);
  });

  it.each(weightCases.map(({ algebra }) => [algebra.name, algebra] as const))(
    "%s says that its zero has no inverse",
    (name, algebra) =>
      expect(() => algebra.inverse(algebra.zero)).toThrow(`the zero of ${name} has no inverse`),
  );
});
