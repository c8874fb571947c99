import { describe, expect, it } from "vitest";
import { HankelError, rational, semifieldByName, semifields } from "../../src/index.ts";
import { weightCases } from "../support/weights.ts";

describe("semifields by name", () => {
  it.each(weightCases.map(({ algebra }) => algebra.name).filter((name) => name !== "field-of-four"))(
    "finds %s",
    (name) => expect(semifieldByName(name).name).toBe(name),
  );

  it("gives the same instance for a name without parameters", () => {
    expect(semifieldByName("rational")).toBe(rational);
  });

  it.each([
    ["real:1e-6", 1e-6],
    ["real:0.001", 1e-3],
    ["log:0", 0],
    ["viterbi-float64:1E-5", 1e-5],
  ])("reads the tolerance of %s", (name, tolerance) => {
    const algebra = semifieldByName(name);
    expect(algebra).toMatchObject({ exact: false, tolerance });
    expect(semifieldByName(algebra.name).name).toBe(algebra.name);
  });

  it.each([
    "",
    "banana",
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "Rational",
    " rational",
    ":7",
    "free group",
  ])("refuses %j and lists the known names", (name) => {
    const search = () => semifieldByName(name);
    expect(search).toThrow(HankelError);
    for (const { usage } of semifields) expect(search).toThrow(usage);
  });

  it.each([
    ["prime-field", /takes a number, as in prime-field:7; none was given/],
    ["prime-field:", /got ""/],
    ["prime-field:8", /needs a prime below 2\^53, and 8 is none/],
    ["prime-field:seven", /got "seven"/],
    ["prime-field:1e999", /and Infinity is none/],
    ["real:x", /takes a number, as in real:1e-6; got "x"/],
    ["real:-1", /got "-1"/],
    ["real:7", /a tolerance is a number from 0 up to 1, not 7/],
    ["boolean:2", /boolean takes no parameter, but got "2"/],
  ])("says what is wrong with %s", (name, message) => {
    expect(() => semifieldByName(name)).toThrow(message);
    expect(() => semifieldByName(name)).toThrow(expect.objectContaining({ code: "algebra" }));
  });

  it("describes each in one line", () => {
    for (const { description } of semifields) expect(description).toMatch(/^[^\n]{10,100}$/);
    expect(semifields).toHaveLength(13);
  });
});
