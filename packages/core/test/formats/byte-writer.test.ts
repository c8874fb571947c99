import { beforeEach, describe, expect, it } from "vitest";
import { ByteWriter } from "../../src/formats/bytes.ts";

const CAPACITY = 2 ** 18;

describe("ByteWriter", () => {
  let writer: ByteWriter;
  beforeEach(() => {
    writer = new ByteWriter();
  });
  const taken = () => Buffer.from(writer.take()).toString("utf8");

  it.each([0, 7, 9, 10, 11, 99, 100, 101, 999_999_999, 1_000_000_000, 2_147_483_647])(
    "writes %d and its opposite in decimal",
    (number) => {
      writer.int(number);
      writer.byte(0x20);
      writer.int(-number);
      expect(taken()).toBe(`${number} ${number === 0 ? "0" : `-${number}`}`);
    },
  );

  it("writes text as UTF-8, wherever the first letter beyond ASCII is", () => {
    for (const text of ["", "plain", "é", "aé", "añb", "€uro", "x𝄞y", "\u007f\u0080"])
      writer.text(`${text}|`);
    expect(taken()).toBe("|plain|é|aé|añb|€uro|x𝄞y|\u007f\u0080|");
  });

  it("gives what was written since the last time", () => {
    writer.text("one");
    const first = writer.take();
    writer.text("two");
    expect(taken()).toBe("two");
    expect(taken()).toBe("");
    // What was taken is a copy.
    expect(Buffer.from(first).toString()).toBe("one");
  });

  it("is full from 2¹⁸ − 2¹² bytes on, until they are taken", () => {
    expect(writer.full).toBe(false);
    writer.bytes(new Uint8Array(CAPACITY - 2 ** 12 - 1));
    expect(writer.full).toBe(false);
    writer.byte(1);
    expect(writer.full).toBe(true);
    writer.take();
    expect(writer.full).toBe(false);
  });

  it.each([
    ["a byte", () => writer.byte(0x21), "!"],
    ["a number", () => writer.int(-1_234_567_890), "-1234567890"],
    ["a text", () => writer.text("four"), "four"],
    ["a text beyond ASCII", () => writer.text("fünf"), "fünf"],
    ["bytes", () => writer.bytes(Uint8Array.of(0x61, 0x62)), "ab"],
  ])("grows and keeps what it has, at any place near its end: %s", (_, write, text) => {
    for (let room = 0; room <= 12; room++) {
      const before = "x".repeat(CAPACITY - room);
      writer.text(before);
      write();
      write();
      expect(taken() === before + text + text, `with room for ${room} bytes`).toBe(true);
      // A writer that has grown does not grow again at once.
      writer = new ByteWriter();
    }
  });

  it("has room for what is longer than itself, and for more after it", () => {
    const long = "y".repeat(3 * CAPACITY);
    writer.text("a");
    writer.text(long);
    writer.bytes(new Uint8Array(2 * CAPACITY).fill(0x7a));
    writer.int(42);
    expect(taken() === `a${long}${"z".repeat(2 * CAPACITY)}42`).toBe(true);
  });
});
