/** What went over a connection, byte by byte. */

import type { WireEvent } from "../node.ts";
import type { Paint } from "./paint.ts";

/** An event, and when it happened, in milliseconds from the beginning. */
export type Happened = WireEvent & { readonly at: number };

/** The bytes of a line of a dump, and the lines that are shown of one message. */
const PER_LINE = 16;
const MOST_LINES = 64;

/** A line for each event, and a dump below it where bytes went over the connection. */
export function wireLines(happened: readonly Happened[], paint: Paint): string[] {
  return happened.flatMap((event) => lineOf(event, paint));
}

function lineOf({ kind, bytes, text = "", at, unmatched }: Happened, paint: Paint): string[] {
  const time = paint.faint(`${at.toFixed(1)} ms`);
  switch (kind) {
    case "input":
      return [paint.bold(text)];
    case "output":
      return [`  = ${paint.bold(text)}${unmatched ? paint.faint("   (no pattern of the mapper fits)") : ""}`];
    case "sent":
      return [`  → ${sizeOf(bytes)} sent, ${time}`, ...dump(bytes, paint)];
    case "received":
      return [`  ← ${sizeOf(bytes)} received, ${time}`, ...dump(bytes, paint)];
    case "connected":
      return [`connected to ${text}, ${time}`];
    case "ran":
      return [`ran ${text}, ${time}`];
    case "silence":
      return [`  … nothing more came in time${text === "" ? "" : `, and ${text}`}, ${time}`];
    case "closed":
      return [`  ✗ the server closed the connection, ${time}`];
  }
}

function sizeOf(bytes: Uint8Array = new Uint8Array()): string {
  return bytes.length === 1 ? "1 byte" : `${bytes.length} bytes`;
}

/** Bytes in hex, and as text where they are printable. */
function dump(bytes: Uint8Array = new Uint8Array(), paint: Paint): string[] {
  const lines: string[] = [];
  for (let at = 0; at < bytes.length && lines.length < MOST_LINES; at += PER_LINE) {
    const part = [...bytes.subarray(at, at + PER_LINE)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·")).join("");
    lines.push(`    ${hex.padEnd(3 * PER_LINE)} ${paint.faint(text)}`);
  }
  const hidden = bytes.length - MOST_LINES * PER_LINE;
  return hidden > 0
    ? [...lines, paint.faint(`    … ${sizeOf(bytes.subarray(-hidden))} more; --json has them`)]
    : lines;
}

/** The same as JSON. */
export function wireJson(
  word: readonly string[],
  outputs: readonly string[] | undefined,
  happened: readonly Happened[],
): object {
  return {
    word,
    ...(outputs && { outputs }),
    events: happened.map(({ bytes, at, ...event }) => ({
      ...event,
      ...(bytes && { hex: Buffer.from(bytes).toString("hex"), bytes: Buffer.from(bytes).toString("latin1") }),
      milliseconds: Number(at.toFixed(3)),
    })),
  };
}
