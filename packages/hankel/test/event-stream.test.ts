/** Lines for the reader of a pipe: how far the reader may be behind, and what there is to say when nobody reads. */

import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished } from "vitest";
import { eventStream, type Lines } from "../src/learn/events.ts";
import { openStream } from "../src/support/open-stream.ts";
import { test, type Workplace } from "./support/hankel.ts";

const NEVER = new AbortController().signal;

/** Makes a pipe, opens it for reading, and a stream that writes to it. */
async function openPipe(place: Workplace): Promise<{ reader: number; stream: Lines }> {
  const path = place.path("pipe");
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const file = (await openStream(path)) as number;
  return { reader, stream: eventStream(file, "pipe", NEVER) };
}

/** Reads from a pipe until it is closed. */
async function readAll(reader: number): Promise<string> {
  const pieces: Buffer[] = [];
  const buffer = Buffer.alloc(2 ** 16);
  for (;;) {
    try {
      const length = readSync(reader, buffer);
      if (length === 0) return Buffer.concat(pieces).toString();
      pieces.push(Buffer.from(buffer.subarray(0, length)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") throw error;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

describe.runIf(process.platform !== "win32")("a stream of events", () => {
  const line = `${"x".repeat(2 ** 20 - 1)}\n`;

  test("keeps the order of lines for a reader that is less than 16 MiB behind", async ({ place }) => {
    const { reader, stream } = await openPipe(place);
    onTestFinished(() => closeSync(reader));
    const lines = Array.from({ length: 15 }, (_, i) => `${i}${line}`);
    for (const text of lines) stream.append(text);
    const [read] = await Promise.all([readAll(reader), stream.close()]);
    expect(read === lines.join("")).toBe(true);
  });

  test("gives up a reader that is further behind, and does not wait for it", async ({ place }) => {
    const { reader, stream } = await openPipe(place);
    onTestFinished(() => closeSync(reader));
    for (let i = 0; i < 16; i++) stream.append(line);
    const problem = "cannot write pipe: its reader is more than 16 MiB behind";
    expect(() => stream.append(line)).toThrow(problem);
    expect(() => stream.append("")).toThrow(problem);
    await expect(stream.close()).rejects.toThrow(problem);
  });

  test("says that the reader has gone", async ({ place }) => {
    const { reader, stream } = await openPipe(place);
    closeSync(reader);
    stream.append(line);
    await expect(stream.close()).rejects.toThrow("cannot write pipe: its reader has gone");
  });
});

test.runIf(process.platform !== "win32")(
  "a file in the place of a pipe that waits for its reader ends the wait",
  async ({ place }) => {
    const path = place.path("pipe");
    execFileSync("mkfifo", [path]);
    const opening = openStream(path);
    rmSync(path);
    writeFileSync(path, "precious");
    await expect(opening).rejects.toThrow("while it waited for a reader, a file took its place");
    expect(await place.read("pipe")).toBe("precious");
  },
);
