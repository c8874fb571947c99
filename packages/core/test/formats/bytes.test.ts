/** UTF-8, byte by byte, against the tables of the standard; and the numbers of states in files. */

import { AttReader, readWhole, tropical } from "@hankel/core";
import { describe, expect, it } from "vitest";
import { badUtf8, decodeUtf8, encodeUtf8, Ints, isBlank } from "../../src/formats/bytes.ts";

const decoded = (...bytes: number[]) => decodeUtf8(Uint8Array.from(bytes), 0, bytes.length);
const bad = (...bytes: number[]) => badUtf8(Uint8Array.from(bytes), 0, bytes.length);

describe("UTF-8", () => {
  it.each<[number, number[]]>([
    [0x00, [0x00]],
    [0x7f, [0x7f]],
    [0x80, [0xc2, 0x80]],
    [0x7ff, [0xdf, 0xbf]],
    [0x800, [0xe0, 0xa0, 0x80]],
    [0xcfff, [0xec, 0xbf, 0xbf]],
    [0xd7ff, [0xed, 0x9f, 0xbf]],
    [0xe000, [0xee, 0x80, 0x80]],
    [0xffff, [0xef, 0xbf, 0xbf]],
    [0x10000, [0xf0, 0x90, 0x80, 0x80]],
    [0x3ffff, [0xf0, 0xbf, 0xbf, 0xbf]],
    [0x10ffff, [0xf4, 0x8f, 0xbf, 0xbf]],
  ])("has the character %i", (code, bytes) => {
    const text = String.fromCodePoint(code);
    expect([...encodeUtf8(text)]).toEqual(bytes);
    expect(decoded(...bytes)).toBe(text);
    expect(bad(...bytes, 0x61)).toBe(-1);
    expect([...encodeUtf8(`a${text}b`)]).toEqual([0x61, ...bytes, 0x62]);
  });

  it.each([
    ["a byte that only continues", [0x80]],
    ["an overlong form of two bytes", [0xc1, 0xbf]],
    ["an overlong form of three", [0xe0, 0x9f, 0xbf]],
    ["an overlong form of four", [0xf0, 0x8f, 0xbf, 0xbf]],
    ["half of a surrogate pair", [0xed, 0xa0, 0x80]],
    ["a value beyond the last", [0xf4, 0x90, 0x80, 0x80]],
    ["a first byte beyond the last", [0xf5, 0x80, 0x80, 0x80]],
    ["a character that ends too soon", [0xe2, 0x82]],
    ["a second byte that does not continue", [0xc3, 0x41]],
    ["a third byte that does not continue", [0xe2, 0x82, 0x41]],
  ])("does not have %s", (_, bytes) => {
    expect(bad(0x61, ...bytes)).toBe(1);
    expect(decoded(...bytes)).toContain("\ufffd");
  });

  it("is decoded from the middle, and beyond what fits in one call", () => {
    const bytes = encodeUtf8("aé€😀b");
    expect(decodeUtf8(bytes, 1, bytes.length - 1)).toBe("é€😀");
    expect(decodeUtf8(bytes, 0, 0)).toBe("");
    const long = "é€😀a".repeat(3000);
    const whole = encodeUtf8(long);
    expect(decodeUtf8(whole, 0, whole.length)).toBe(long);
    expect(badUtf8(encodeUtf8("\ud800"), 0, 3)).toBe(0);
  });
});

it("blanks are spaces, tabs and the ends of lines", () => {
  const blanks = Array.from({ length: 256 }, (_, byte) => byte).filter(isBlank);
  expect(blanks).toEqual([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20]);
});

it("integers are kept as the list grows", () => {
  const list = new Ints();
  for (let i = 0; i < 200; i++) list.push(3 * i);
  expect(Array.from(list.array)).toEqual(Array.from({ length: 200 }, (_, i) => 3 * i));
});

describe("states of a file", () => {
  const read = (text: string) => {
    const { states, names, arcs, final } = readWhole(new AttReader({ algebra: tropical }), text);
    return {
      states,
      names,
      from: Array.from(arcs.from),
      to: Array.from(arcs.to),
      final: Array.from(final.states),
    };
  };

  it("keep their numbers if there are no gaps", () => {
    expect(read("0 2 a\n2 1 b\n1\n")).toEqual({
      states: 3,
      names: undefined,
      from: [0, 2],
      to: [2, 1],
      final: [1],
    });
  });

  it("are numbered in order otherwise, however large they are", () => {
    for (const large of [9, 900_000_000]) {
      expect(read(`${large} 5 a\n5 ${large} b\n5 7 c\n7\n`)).toEqual({
        states: 3,
        names: ["5", "7", String(large)],
        from: [2, 0, 0],
        to: [0, 2, 1],
        final: [1],
      });
    }
  });

  it("with names come behind those with numbers, and long numbers are names", () => {
    expect(read("x 1 a\n1 0 b\n0 1000000000 a\n01\n")).toEqual({
      states: 5,
      names: ["0", "1", "x", "1000000000", "01"],
      from: [2, 1, 0],
      to: [1, 0, 3],
      final: [4],
    });
  });
});
