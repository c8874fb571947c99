/** The language models of a folder, and the automata that taught them. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Distribution,
  type DrawnWords,
  distributionOf,
  type NextTeacher,
  readHankel,
  type Wdfsa,
} from "@hankel/core";
import { type BlackBox, openOnnx } from "@hankel/teachers";
import { WrongInput } from "../support/section.ts";

/** A network in a file, and the automaton that drew its training data, where that is known. */
export interface NetworkFile {
  readonly name: string;
  readonly path: string;
  readonly taughtBy: Wdfsa<number> | undefined;
}

/** The language models NAME.onnx of a folder; acceptors are left out. */
export function findNetworks(folder: string): NetworkFile[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith(".onnx"))
    .map((name) => name.slice(0, -".onnx".length))
    .filter((name) => kindOf(join(folder, `${name}.json`)) !== "acceptor");
  if (names.length === 0) throw new WrongInput(`${folder} has no language model in ONNX`);
  return names.toSorted().map((name) => {
    const teacher = join(folder, `${name}.teacher.json`);
    const taughtBy = existsSync(teacher) ? readHankel(readFileSync(teacher, "utf8")) : undefined;
    return { name, path: join(folder, `${name}.onnx`), taughtBy: taughtBy as Wdfsa<number> | undefined };
  });
}

function kindOf(sideFile: string): unknown {
  return existsSync(sideFile)
    ? (JSON.parse(readFileSync(sideFile, "utf8")) as { kind?: unknown }).kind
    : undefined;
}

/** A language model that counts the words it is asked about. */
export interface CountingTeacher extends NextTeacher {
  words: number;
}

export interface OpenNetwork {
  /** Answers with the distributions of all prefixes, or of the word alone. */
  teacher(prefixes: boolean): CountingTeacher;
  close(): Promise<void>;
}

export async function openNetworkFile(path: string): Promise<OpenNetwork> {
  const box = (await openOnnx({ path })) as BlackBox<number, Distribution>;
  const { alphabet, kind } = box;
  const { next = { prefixes: false } } = kind.header;
  return {
    close: async () => box.close?.(),
    teacher: (prefixes) => ({
      alphabet,
      longest: next.longest,
      prefixes: prefixes && next.prefixes,
      words: 0,
      async next(words) {
        this.words += words.length;
        const answers = await box.weigh(words);
        return this.prefixes === true
          ? answers
          : answers.map((answer) => distributionOf(answer, alphabet.size));
      },
    }),
  };
}

/** What was drawn from a network, as a teacher that knows these words and their prefixes only. */
export function retold({ tree, row }: DrawnWords, { alphabet }: NextTeacher): NextTeacher {
  return { alphabet, prefixes: false, next: (words) => words.map((word) => row(tree.find(word)).slice()) };
}
