/** Runs a command inside the process of the tests: loading the program anew would take most of the time of a small command. */

import { run } from "../../src/program.ts";
import { exitCodeOf, report } from "../../src/support/failures.ts";
import type { Ended } from "./hankel.ts";

/** Commands that go on until they are stopped, or are about terminals. They need a process of their own. */
const OUTSIDE = ["demo", "fleet", "studio", "worker"];

/** Can these arguments run inside the process of the tests? */
export function canRunInside(args: readonly string[]): boolean {
  const [command] = args;
  if (command === undefined || command.startsWith("-") || OUTSIDE.includes(command)) return false;
  return !["-", "me"].some((argument) => args.includes(argument));
}

const HOME = process.cwd();

/** The commands before; tests that run at the same time share the folder and the streams of the process. */
let earlier: Promise<unknown> = Promise.resolve();

interface EndedInside extends Ended {
  /** What it wrote to both streams, in the order in which it wrote it. */
  readonly printed: string;
}

/** Runs the command in a folder, with what it writes caught. */
export function runInside(folder: string, args: readonly string[]): Promise<EndedInside> {
  const ended = earlier.then(() => runAlone(folder, args));
  earlier = ended.catch(() => {});
  return ended;
}

async function runAlone(folder: string, args: readonly string[]): Promise<EndedInside> {
  const all: Buffer[] = [];
  const out = caught(process.stdout, all);
  const err = caught(process.stderr, all);
  process.chdir(folder);
  let code: number;
  try {
    code = await run(args);
  } catch (error) {
    report(error);
    code = exitCodeOf(error);
  } finally {
    process.chdir(HOME);
    out.release();
    err.release();
  }
  return { code, stdout: out.text(), stderr: err.text(), printed: textOf(all) };
}

function textOf(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString("utf8");
}

/** Catches what is written to a stream, and adds it to what is written to all. */
function caught(stream: NodeJS.WriteStream, all: Buffer[]) {
  const chunks: Buffer[] = [];
  const write = stream.write;
  const { isTTY, columns } = stream;
  stream.write = (chunk: string | Uint8Array, ...rest: readonly unknown[]) => {
    const written = Buffer.from(chunk as string);
    chunks.push(written);
    all.push(written);
    const done = rest.find((value) => typeof value === "function") as (() => void) | undefined;
    if (done !== undefined) queueMicrotask(done);
    return true;
  };
  Object.assign(stream, { isTTY: false, columns: undefined });
  return {
    text: () => textOf(chunks),
    release() {
      stream.write = write;
      Object.assign(stream, { isTTY, columns });
    },
  };
}
