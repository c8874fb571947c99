/**
 * Questions per second through each kind of black box, against the limit of the same bytes through a bare pipe, socket
 * or thread port that only sends them back, in the same run.
 *
 *     npm run bench -- teachers [WORDS]
 */

import { Alphabet, Random, type Word } from "@hankel/core";
import { type BlackBox, openModule, openProcess, openUrl } from "@hankel/teachers";
import {
  best,
  end,
  pipeEcho,
  portOf,
  processAlone,
  program,
  serverAlone,
  socketEcho,
  start,
  threadEcho,
} from "./teachers/echoes.ts";

const LETTERS = 8;
const TIMES = 5;
const SOCKETS = 4;

interface Row {
  readonly through: string;
  readonly words: number;
  /** Words in a request. */
  readonly request: number;
  readonly questions: number;
  /** The same bytes through a bare pipe, socket or port. */
  readonly echo: number;
  /** The same requests to the same program, without Hankel. */
  readonly alone: number;
}

export async function run(args: readonly string[]): Promise<void> {
  const words = randomWords(Number(args[0] ?? 100_000));
  const rows: Row[] = [];
  for (const request of [1, 16, 1000]) {
    const some = words.slice(0, Math.min(words.length, request === 1 ? 10_000 : words.length));
    rows.push(
      await throughProcess(some, request),
      await throughHttp(some, request),
      await throughModule(some, request),
    );
  }
  console.log(
    `${words.length} words of ${LETTERS} letters, one worker (HTTP: ${SOCKETS} connections); best of ${TIMES}`,
  );
  console.table(
    rows.map(({ through, request, questions, echo, alone }) => ({
      through,
      "words per request": request,
      "questions/s": Math.round(questions),
      "bare echo/s": Math.round(echo),
      "of the echo": `${Math.round((100 * questions) / echo)} %`,
      "program alone/s": Math.round(alone),
      "of the lesser": `${Math.round((100 * questions) / Math.min(echo, alone))} %`,
    })),
  );
}

function randomWords(count: number): Word[] {
  const random = new Random(1);
  return Array.from({ length: count }, () => Array.from({ length: LETTERS }, () => random.below(2)));
}

/** The requests that a batch would become, cut like this. */
function requests(words: readonly Word[], size: number): Word[][] {
  return Array.from({ length: Math.ceil(words.length / size) }, (_, i) =>
    words.slice(i * size, (i + 1) * size),
  );
}

function bodies(words: readonly Word[], size: number): Buffer[] {
  const alphabet = new Alphabet("ab");
  return requests(words, size).map((piece, id) =>
    Buffer.from(`${JSON.stringify({ id, weigh: piece.map((word) => alphabet.spell(word)) })}\n`),
  );
}

async function measure(box: BlackBox<unknown>, words: readonly Word[]): Promise<number> {
  const ask = async () => {
    await box.weigh(words);
  };
  await ask();
  const least = await best(TIMES, ask);
  await box.close();
  return rate(words, least);
}

async function throughProcess(words: readonly Word[], request: number): Promise<Row> {
  const messages = bodies(words, request);
  const echo = rate(words, await pipeEcho(messages, TIMES));
  const alone = rate(words, await processAlone(messages, TIMES));
  const questions = await measure(await openProcess({ ...program, batch: request }), words);
  return { through: "process", words: words.length, request, questions, echo, alone };
}

async function throughHttp(words: readonly Word[], request: number): Promise<Row> {
  const messages = bodies(words, request);
  const echo = rate(words, await socketEcho(messages, TIMES, SOCKETS));
  const alone = rate(words, await serverAlone(messages, TIMES, SOCKETS));
  const server = start("http");
  const url = `http://127.0.0.1:${await portOf(server)}/`;
  const questions = await measure(await openUrl({ url, workers: SOCKETS, batch: request }), words);
  await end(server);
  return { through: "HTTP", words: words.length, request, questions, echo, alone };
}

async function throughModule(words: readonly Word[], request: number): Promise<Row> {
  const echo = rate(words, await threadEcho(requests(words, request) as number[][][], TIMES));
  const questions = await measure(await openModule({ path: program.path, batch: request }), words);
  return { through: "module", words: words.length, request, questions, echo, alone: echo };
}

function rate(words: readonly Word[], milliseconds: number): number {
  return words.length / (milliseconds / 1000);
}
