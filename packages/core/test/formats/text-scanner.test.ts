import { expect, it } from "vitest";
import { placeIn } from "../../src/formats/text-scanner.ts";

it.each<[string, number, string]>([
  ["", 0, "1:1"],
  ["ab", 1, "1:2"],
  ["a\nb", 2, "2:1"],
  ["a\rb", 2, "2:1"],
  ["a\r\nb", 3, "2:1"],
  // Between the two characters of a line end.
  ["a\r\nb", 2, "2:1"],
  ["\nb", 1, "2:1"],
  ["\n\nb", 2, "3:1"],
  ["\r\rb", 2, "3:1"],
  ["\r\n\r\nb", 4, "3:1"],
  ["\n\rb", 2, "3:1"],
  ["\ufeffab", 2, "1:2"],
  ["a😀b", 3, "1:3"],
  ["a\nb", 99, "2:2"],
])("in %j the offset %i is at %s", (text, at, place) => {
  const { line, column } = placeIn(text, at);
  expect(`${line}:${column}`).toBe(place);
});
