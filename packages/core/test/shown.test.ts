/** Values of others in messages: whatever they are, the message is short, and nothing of theirs is called. */

import {
  Alphabet,
  addressWithoutSecrets,
  CUT,
  foreignText,
  HankelError,
  messageOf,
  quote,
  rational,
  shortened,
  shown,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { processorTime } from "./support/processor-time.ts";

/** Arrays or objects in each other, so deep that a recursive function runs out of stack. */
function nested(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = wrap(value);
  return value;
}

/** A value whose every method and getter fails the test. */
function touchy(): object {
  const touched = () => {
    throw new Error("it was touched");
  };
  return Object.defineProperties(
    {},
    {
      a: { enumerable: true, get: touched },
      toString: { enumerable: true, value: touched },
      toJSON: { enumerable: true, value: touched },
      valueOf: { enumerable: true, value: touched },
    },
  );
}

const revoked = Proxy.revocable({}, {});
revoked.revoke();

describe("a foreign value", () => {
  it.each([
    ["a", '"a"'],
    [1.5, "1.5"],
    [true, "true"],
    [null, "null"],
    [undefined, "undefined"],
    [17n, "17"],
    [10n ** 1000n, "a very long number"],
    [Symbol("x"), "a symbol"],
    [() => 1, "a function"],
    [[1, "a", [null]], '[1,"a",[null]]'],
    [new Float64Array([1, 2]), "[1,2]"],
    [new Array(1), "[...]"],
    [{ a: 1, b: { c: [] } }, '{"a":1,"b":{"c":[]}}'],
    [{ toString: 1 }, '{"toString":1}'],
    [Object.create(null), "{}"],
    [nested(200_000, (inner) => [inner]), "[[[[[...]]]]]"],
    [nested(200_000, (inner) => ({ a: inner })), '{"a":{"a":{"a":{"a":{...}}}}}'],
    ["x".repeat(1e6), `"${"x".repeat(57)}..."`],
    ["😀".repeat(100), `"${"😀".repeat(28)}..."`],
    [Array.from({ length: 1e6 }, () => 7), `[${"7,".repeat(28)}...`],
  ])("is shown: %#", (value, text) => {
    expect(shown(value)).toBe(text);
  });

  it("is never called, converted or computed", () => {
    expect(shown(touchy())).toMatch(/^\{"a":\.\.\.,"toString":a function,"toJSON":a function/u);
    expect(shown([touchy()])).toContain("toString");
    expect(shown(revoked.proxy)).toBe("an object");
  });

  it("that was thrown has a message", () => {
    expect(messageOf(new Error("no"))).toBe("no");
    expect(messageOf("no")).toBe("no");
    expect(messageOf(touchy())).toContain("toString");
    expect(messageOf(Object.assign(new Error("x"), { message: { toString: 1 } }))).toBe('{"toString":1}');
    expect(messageOf(new Error("x".repeat(1e6)))).toHaveLength(2000);
    expect(messageOf(new HankelError("usage", "x".repeat(3000)))).toHaveLength(3000);
    expect(foreignText("two\nlines")).toBe("two\nlines");
  });

  it("is cut, but not in the middle of a character", () => {
    expect(shortened("abcdef", 6)).toBe("abcdef");
    expect(shortened("abcdefg", 6)).toBe("abc...");
    expect(shortened("ab😀defg", 6)).toBe("ab...");
    expect(quote("a\u0000")).toBe(String.raw`"a\u0000"`);
  });
});

describe("what is very long", () => {
  it("is a word of which only the beginning is shown", () => {
    const ab = new Alphabet(["a", "b"]);
    expect(ab.show(new Array<number>(1000).fill(0))).toBe("a".repeat(1000));
    expect(ab.show(new Array<number>(30_000).fill(1))).toBe(`${"b".repeat(1000)} (30000 letters)`);
    const long = new Alphabet(["x".repeat(5000), "y"]);
    expect(long.show([0, 1])).toBe(`${"x".repeat(997)}... (2 letters)`);
  });

  it("is a number that is not read, since that would take minutes", () => {
    const started = processorTime();
    for (const text of ["9".repeat(20e6), `1/${"3".repeat(20e6)}`, `0.${"1".repeat(20e6)}`]) {
      expect(() => rational.parse(text)).toThrow(
        /expected a number of at most 200000 digits above and below its bar, not of 2/u,
      );
    }
    expect(processorTime() - started).toBeLessThan(60_000);
    expect(rational.format(rational.parse("9".repeat(10_000)))).toBe("9".repeat(10_000));
  });
});

describe("an address", () => {
  it.each([
    ["http://host/path", "http://host/path"],
    ["http://user:secret@host/path", `${CUT}@host/path`],
    ["http://host/path?key=secret", `http://host/path?${CUT}`],
    ["http://host/path#secret", `http://host/path#${CUT}`],
    ["nats://user:secret", `nats://user:${CUT}`],
    ["user:secret", `user:${CUT}`],
    ["host:4222", "host:4222"],
    ["http://host:80/a", "http://host:80/a"],
  ])("%s is shown without secrets", (address, expected) => {
    expect(addressWithoutSecrets(address)).toBe(expected);
  });
});

describe("a value that is deep", () => {
  it("is cut below, unless nothing is there", () => {
    expect(shown([[[[[]]]]])).toBe("[[[[[]]]]]");
    expect(shown([[[[[1]]]]])).toBe("[[[[[...]]]]]");
    expect(shown([[[[1]]]])).toBe("[[[[1]]]]");
    expect(shown([[[[{}]]]])).toBe("[[[[{}]]]]");
    expect(shown([[[[{ a: 1 }]]]])).toBe("[[[[{...}]]]]");
  });
});
