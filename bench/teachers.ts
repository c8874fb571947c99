/**
 * Questions per second through each kind of black box, against the same bytes through a bare pipe, socket or thread port
 * that only sends them back, and against the same program without Hankel, in the same run. And how well requests follow
 * boxes that take their time.
 *
 *     npm run bench -- teachers [--quick]
 */

import { Alphabet, Random, type Word } from "@hankel/core";
import { type BlackBox, openModule, openProcess, openUrl } from "@hankel/teachers";
import { progress, runSections, type Section } from "./support/section.ts";
import {
  best,
  type Contender,
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
import { pacing } from "./teachers/pacing.ts";

const LETTERS = 8;
const SOCKETS = 4;
/** Words in a request: one by one, a few, and as many as a request holds by default. */
const REQUESTS = [1, 16, 1000];

interface Row {
  readonly through: string;
  /** Words in a request. */
  readonly request: number;
  readonly questions: number;
  /** The same bytes through a bare pipe, socket or port. */
  readonly echo: number;
  /** The same requests to the same program, without Hankel. */
  readonly alone: number;
}

const throughput: Section = {
  name: "throughput",
  title: "Questions through a black box",
  about:
    "Words of 8 letters to a program that weighs a word by its first letter, one worker, four requests under way (HTTP: four connections). " +
    "*Echo*: the same bytes through a bare pipe, socket or thread port that sends them back unread. *Alone*: the same requests to the same " +
    "program, prepared beforehand, with nobody reading the answers; for a module that is the echo. The best of several turns; the three take turns.",
  async measure({ quick }) {
    const rows: Row[] = [];
    for (const request of REQUESTS) {
      const words = randomWords((quick ? 5000 : 50_000) / (request === 1 ? 5 : 1));
      for (const measure of [throughProcess, throughHttp, throughModule]) {
        progress(`teachers/throughput ${measure.name} ${request}`);
        rows.push(await measure(words, request, quick ? 3 : 9));
      }
    }
    const share = ({ questions, echo, alone }: Row) => questions / Math.min(echo, alone);
    const least = rows.reduce((worst, row) => (share(row) < share(worst) ? row : worst));
    const met = rows.filter((row) => share(row) >= 0.5).length;
    return {
      columns: [
        { name: "through" },
        { name: "words a request" },
        { name: "questions/s", digits: 0 },
        { name: "echo/s", digits: 0 },
        { name: "alone/s", digits: 0 },
        { name: "of the echo", digits: 2 },
        { name: "of the lesser", digits: 2 },
      ],
      rows: rows.map((row) => [
        row.through,
        row.request,
        row.questions,
        row.echo,
        row.alone,
        row.questions / row.echo,
        share(row),
      ]),
      goals: [
        {
          goal: "at least half of what a bare echo, or the program by itself, can do",
          found: `${met} of ${rows.length}; the least is ${share(least).toFixed(2)} (${least.through}, ${least.request} a request)`,
          met: met === rows.length,
        },
      ],
      notes: rows
        .filter(({ echo, alone }) => alone < echo / 2)
        .map(({ through, request, alone, echo }) => {
          const limit = (alone / echo).toFixed(2);
          return `without Hankel, ${through} with ${request} words a request reaches ${limit} of the echo: the program has to read them`;
        }),
    };
  },
};

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

function asking(box: BlackBox<unknown>, words: readonly Word[]): Contender {
  return {
    async run() {
      await box.weigh(words);
    },
    close: async () => box.close?.(),
  };
}

async function throughProcess(words: readonly Word[], request: number, times: number): Promise<Row> {
  const messages = bodies(words, request);
  const box = await openProcess({ ...program, batch: request });
  const all = [pipeEcho(messages), await processAlone(messages), asking(box, words)];
  return row("process", request, words, await best(times, all));
}

async function throughHttp(words: readonly Word[], request: number, times: number): Promise<Row> {
  const messages = bodies(words, request);
  const server = start("http");
  const url = `http://127.0.0.1:${await portOf(server)}/`;
  const box = await openUrl({ url, workers: SOCKETS, batch: request });
  const all = [await socketEcho(messages, SOCKETS), await serverAlone(messages, SOCKETS), asking(box, words)];
  const found = row("HTTP", request, words, await best(times, all));
  await end(server);
  return found;
}

async function throughModule(words: readonly Word[], request: number, times: number): Promise<Row> {
  const box = await openModule({ path: program.path, batch: request });
  const [echo, asked] = await best(times, [threadEcho(requests(words, request)), asking(box, words)]);
  return row("module", request, words, [echo, echo, asked]);
}

function row(through: string, request: number, words: readonly Word[], times: readonly number[]): Row {
  const [echo, alone, questions] = times.map((milliseconds) => words.length / (milliseconds / 1000));
  return { through, request, questions, echo, alone };
}

export function run(args: readonly string[]): Promise<void> {
  return runSections("teachers", [throughput, pacing], args);
}
