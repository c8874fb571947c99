import { HankelError, JsonReader } from "@hankel/core";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

/** Any value in the form of `JSON.parse`: numbers as doubles. Objects have no prototype. */
function value(reader: JsonReader): unknown {
  switch (reader.peek()) {
    case "array": {
      const items: unknown[] = [];
      reader.array(() => items.push(value(reader)));
      return items;
    }
    case "object": {
      const fields: [string, unknown][] = [];
      reader.object((key) => fields.push([key, value(reader)]));
      return Object.fromEntries(fields);
    }
    case "string":
      return reader.string();
    case "number":
      return Number(reader.number());
    case "boolean":
      return reader.boolean();
    default:
      return reader.null();
  }
}

function parse(text: string): unknown {
  const reader = new JsonReader(text);
  const result = value(reader);
  reader.end();
  return result;
}

/** The error of an invalid text, as `line:column message`. */
function complaint(text: string): string {
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof HankelError)) throw error;
    expect(error.code).toBe("parse");
    return `${error.place?.line}:${error.place?.column} ${error.message}`;
  }
  return "";
}

function accepts(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

const values = fc.jsonValue({ stringUnit: "binary", maxDepth: 5 });

describe("the JSON reader", () => {
  test("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(values, fc.constantFrom(undefined, 1, "\t", "\r\n"), (json, indent) => {
        const text = JSON.stringify(json, null, indent);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  test("refuses what JSON.parse refuses", () => {
    const pieces = ["[", "]", "{", "}", ",", ":", '"', "\\", "u0041", "\\u00e9", "0", "-", "1.5", "e+3", "."];
    const words = ["true", "false", "null", "NaN", " ", "\n", "\u0000", "\u00a0", "\u2028", "a", "//", "'"];
    const soup = fc
      .array(fc.constantFrom(...pieces, ...words), { maxLength: 8 })
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(soup, (text) => {
        expect(accepts(parse, text)).toBe(accepts(JSON.parse, text));
      }),
      { numRuns: 5000 },
    );
  });

  test("refuses what JSON.parse refuses, on almost valid texts", () => {
    const edits = fc.tuple(values, fc.nat(), fc.nat(3), fc.string({ maxLength: 1 }));
    fc.assert(
      fc.property(edits, ([json, position, removed, inserted]) => {
        const text = JSON.stringify(json);
        const at = position % (text.length + 1);
        const edited = text.slice(0, at) + inserted + text.slice(at + removed);
        // Of two equal keys JSON.parse silently keeps the last.
        if (complaint(edited).includes("occurs twice")) return;
        expect(accepts(parse, edited)).toBe(accepts(JSON.parse, edited));
      }),
      { numRuns: 2000 },
    );
  });

  test("keeps the text of numbers", () => {
    const numbers: string[] = [];
    const reader = new JsonReader("[0.1, -0, 1e400, 12345678901234567890]");
    reader.array(() => numbers.push(reader.number()));
    expect(numbers).toEqual(["0.1", "-0", "1e400", "12345678901234567890"]);
  });

  test("keeps __proto__ as a key like any other", () => {
    const keys: string[] = [];
    const reader = new JsonReader('{"__proto__": {"polluted": 1}, "constructor": 2}');
    reader.object((key) => {
      keys.push(key);
      reader.skip();
    });
    expect(keys).toEqual(["__proto__", "constructor"]);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });

  test("skips a byte order mark, which does not count as a column", () => {
    expect(parse("\ufeff[1]")).toEqual([1]);
    expect(complaint("\ufeffx")).toBe("1:1 expected a value, found x");
  });
});

describe("an error says where it is", () => {
  test.each([
    ["", "1:1 expected a value, found the end of the text"],
    ["[1,\n 2,\n x]", "3:2 expected a value, found x"],
    ["[1,\r\n 2,\r\n x]", "3:2 expected a value, found x"],
    ["[1,\r 2,\r x]", "3:2 expected a value, found x"],
    ['["😀", x]', "1:7 expected a value, found x"],
    ["[1 2]", '1:4 expected "," or "]", found 2'],
    ['{"a" 1}', '1:6 expected ":" after the key "a", found 1'],
    ["{a: 1}", "1:2 expected a key in double quotes, found a"],
    ['{"a": 1, "a": 2}', '1:10 the key "a" occurs twice'],
    ["[] []", "1:4 expected the end of the text, found an array"],
    ['["abc]', "1:2 a string that starts here does not end"],
    ['["a\nb"]', "1:4 a string holds the control character U+000a; write it as \\u000a"],
    ['["\\x"]', '1:3 "\\\\x" is not a JSON escape'],
    ['["\\u00g0"]', '1:3 "\\\\u" is not a JSON escape'],
    ["[01]", '1:3 expected "," or "]", found 1'],
    ["[1,]", '1:4 expected a value, found "]"'],
    [`[${"x".repeat(100)}]`, `1:2 expected a value, found ${"x".repeat(57)}...`],
  ])("%j", (text, expected) => {
    expect(complaint(text)).toBe(expected);
  });

  test("nesting is limited", () => {
    expect(parse(`${"[".repeat(100)}${"]".repeat(100)}`)).toBeInstanceOf(Array);
    expect(complaint("[".repeat(1e6))).toBe("1:101 nested more than 100 deep");
    expect(complaint('{"a":'.repeat(1e5))).toBe("1:501 nested more than 100 deep");
  });
});
