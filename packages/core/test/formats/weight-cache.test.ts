import { rational } from "@hankel/core";
import { expect, it } from "vitest";
import { encodeUtf8 } from "../../src/formats/bytes.ts";
import { WeightCache } from "../../src/formats/tokens.ts";

/** What a cache reads from these texts, and the texts that it parsed. */
function readAll(texts: readonly string[]) {
  const parsed: string[] = [];
  const parse = (text: string) => {
    parsed.push(text);
    return rational.parse(text);
  };
  const cache = new WeightCache({ ...rational, parse });
  const weights = texts.map((text) => {
    const bytes = encodeUtf8(`x ${text} y`);
    const line = { bytes, start: 0, end: bytes.length, number: 1 };
    return rational.format(cache.read(line, 2, bytes.length - 2));
  });
  return { weights, parsed };
}

it("parses a weight that repeats once", () => {
  const { weights, parsed } = readAll(["1/2", "3", "1/2", "0.5", "3", "1/2"]);
  expect(weights).toEqual(["1/2", "3", "1/2", "1/2", "3", "1/2"]);
  expect(parsed).toEqual(["1/2", "3", "0.5"]);
});

it("tells weights apart that share a place", () => {
  // More numbers of four digits than places.
  const numbers = Array.from({ length: 5000 }, (_, i) => String(1000 + i));
  expect(readAll([...numbers, ...numbers]).weights).toEqual([...numbers, ...numbers]);
});

it("parses a long weight each time", () => {
  const [longest, longer] = ["1".repeat(32), "1".repeat(33)];
  expect(readAll([longest, longest, longer, longer]).parsed).toEqual([longest, longer, longer]);
});
