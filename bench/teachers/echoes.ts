/** The limits: the same bytes through a bare pipe, socket or thread port that sends them back unread. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

const BOX = fileURLToPath(new URL("box.mjs", import.meta.url));

/** So many messages are under way at once, as in a lane of a black box. */
const DEPTH = 4;

/** Starts the benchmark's program in one of its modes. */
export function start(mode: string): ChildProcess {
  return spawn(process.execPath, [BOX, mode], { stdio: ["pipe", "pipe", "inherit"] });
}

export const program = { command: process.execPath, args: [BOX, "process"], path: BOX };

/** The port that a program prints when it listens. */
export async function portOf(child: ChildProcess): Promise<number> {
  const [chunk] = (await once(child.stdout as Readable, "data")) as [Buffer];
  return Number(chunk.toString());
}

export async function end(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  if (child.exitCode === null) await once(child, "exit");
}

/** Messages there and back, `DEPTH` of them under way; only bytes are counted. */
async function throughStream(messages: readonly Buffer[], output: Writable, input: Readable): Promise<void> {
  let next = 0;
  let back = 0;
  let expected = 0;
  const sendNext = () => {
    const message = messages[next++];
    if (message !== undefined) output.write(message);
  };
  await new Promise<void>((resolve) => {
    let done = 0;
    const arrived = (chunk: Buffer) => {
      back += chunk.length;
      while (done < messages.length && back >= expected + messages[done].length) {
        expected += messages[done++].length;
        sendNext();
      }
      if (done < messages.length) return;
      input.off("data", arrived);
      resolve();
    };
    input.on("data", arrived);
    for (let i = 0; i < DEPTH; i++) sendNext();
  });
}

/** Something that sends all the words through, again and again. */
export interface Contender {
  run(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The least milliseconds of each contender. They take turns, so that other work on the machine hits all of them, and the
 * first turn, in which everything is still slow, does not count.
 */
export async function best(times: number, contenders: readonly Contender[]): Promise<number[]> {
  const least = contenders.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn <= times; turn++) {
    for (const [i, contender] of contenders.entries()) {
      const started = performance.now();
      await contender.run();
      if (turn > 0) least[i] = Math.min(least[i], performance.now() - started);
    }
  }
  for (const contender of contenders) await contender.close();
  return least;
}

export function pipeEcho(messages: readonly Buffer[]): Contender {
  const child = start("pipe");
  return {
    run: () => throughStream(messages, child.stdin as Writable, child.stdout as Readable),
    close: () => end(child),
  };
}

export async function socketEcho(messages: readonly Buffer[], sockets: number): Promise<Contender> {
  const child = start("socket");
  const port = await portOf(child);
  const open = Array.from({ length: sockets }, () => connect({ port, host: "127.0.0.1", noDelay: true }));
  await Promise.all(open.map((socket) => once(socket, "connect")));
  const shares = open.map((_, i) => messages.filter((_message, j) => j % sockets === i));
  return {
    async run() {
      await Promise.all(open.map((socket, i) => throughStream(shares[i], socket, socket)));
    },
    async close() {
      for (const socket of open) socket.destroy();
      await end(child);
    },
  };
}

export function threadEcho(batches: readonly (readonly number[])[][]): Contender {
  const worker = new Worker(new URL("thread.mjs", import.meta.url));
  const run = async () => {
    let next = 0;
    const sendNext = () => {
      const words = batches[next++];
      if (words === undefined) return;
      const lengths = new Int32Array(words.length);
      const letters = new Int32Array(words.length * words[0].length);
      let at = 0;
      words.forEach((word, i) => {
        lengths[i] = word.length;
        for (let j = 0; j < word.length; j++) letters[at++] = word[j];
      });
      worker.postMessage({ letters, lengths }, [letters.buffer, lengths.buffer]);
    };
    await new Promise<void>((resolve) => {
      let done = 0;
      const arrived = () => {
        sendNext();
        if (++done < batches.length) return;
        worker.off("message", arrived);
        resolve();
      };
      worker.on("message", arrived);
      for (let i = 0; i < DEPTH; i++) sendNext();
    });
  };
  return {
    run,
    async close() {
      await worker.terminate();
    },
  };
}

/** How fast the program of the benchmark answers by itself: requests are prepared, and nobody reads the answers. */
export async function processAlone(messages: readonly Buffer[]): Promise<Contender> {
  const child = start("process");
  const lines = counter(child.stdout as Readable, 0x0a);
  await lines(1);
  return {
    async run() {
      const answered = lines(messages.length);
      for (const message of messages) {
        if (!child.stdin?.write(message)) await once(child.stdin as Writable, "drain");
      }
      await answered;
    },
    close: () => end(child),
  };
}

/** Waits for so many more of a byte. */
function counter(stream: Readable, byte: number): (count: number) => Promise<void> {
  let seen = 0;
  let wanted = 0;
  let done: (() => void) | undefined;
  stream.on("data", (chunk: Buffer) => {
    for (let i = chunk.indexOf(byte); i >= 0; i = chunk.indexOf(byte, i + 1)) seen++;
    if (seen >= wanted) done?.();
  });
  return (count) =>
    new Promise((resolve) => {
      wanted += count;
      done = resolve;
      if (seen >= wanted) resolve();
    });
}

/** The same for the server: whole requests as bytes over bare sockets, one at a time on each. */
export async function serverAlone(messages: readonly Buffer[], sockets: number): Promise<Contender> {
  const server = start("http");
  const port = await portOf(server);
  const posts = messages.map((body) =>
    Buffer.concat([
      Buffer.from(`POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\n\r\n`),
      body,
    ]),
  );
  const open = Array.from({ length: sockets }, () => connect({ port, host: "127.0.0.1", noDelay: true }));
  await Promise.all(open.map((socket) => once(socket, "connect")));
  const run = async () => {
    await Promise.all(
      open.map(async (socket, i) => {
        for (let j = i; j < posts.length; j += sockets) {
          socket.write(posts[j]);
          // The weights are the end of the answer.
          for (let whole = false; !whole; ) {
            const [chunk] = (await once(socket, "data")) as [Buffer];
            whole = chunk.at(-1) === 0x7d;
          }
        }
      }),
    );
  };
  return {
    run,
    async close() {
      for (const socket of open) socket.destroy();
      await end(server);
    },
  };
}
