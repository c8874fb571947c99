/**
 * Runs the snippets of README.md, packages/hankel/README.md and all pages under docs.
 *
 * - `ts` blocks are type-checked and run; a `text` block right after one holds its output.
 * - `console` blocks are transcripts: bash runs the lines after `$ `, in one folder per document, with `examples` of this
 *   repository in it; their output follows. A line `…` stands for any lines.
 *   Progress is left out.
 * - `json` blocks are parsed, automata by our own reader.
 * - `sh` blocks hold npm commands for the reader; the scripts that they name must exist.
 * - `text` blocks and blocks without a language are not run.
 * - `java` and `python` blocks, in docs/coming-from, are calls of other tools to compare with; they are not run.
 *
 *     npm run docs      writes the current outputs into the documents
 */

import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import ts from "typescript";
import { withoutProgress } from "./without-progress.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BLOCK = /^```([\w-]*)\n([\s\S]*?)^```$/gm;

export interface Block {
  readonly language: string;
  readonly content: string;
  /** The line in the document where it starts. */
  readonly line: number;
}

/** README.md, the one that users of the package see, and every page under docs, relative to the root. */
export function documents(): string[] {
  const pages = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".md"),
  );
  return [
    "README.md",
    "SECURITY.md",
    "packages/hankel/README.md",
    ...pages.toSorted().map((name) => `docs/${name.replaceAll("\\", "/")}`),
  ];
}

export function readDocument(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

export function blocks(document: string): Block[] {
  return Array.from(document.matchAll(BLOCK), ({ 1: language, 2: content, index }) => ({
    language,
    content,
    line: document.slice(0, index).split("\n").length,
  }));
}

/** What `hankel` with these arguments prints in a folder; undefined if it needs a process of its own. */
export type RunHankel = (args: readonly string[], folder: string) => Promise<string | undefined>;

/** The document with the current outputs of its commands and programs. Without `runHankel` each command is a process of its own. */
export async function refreshed(document: string, runHankel?: RunHankel): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "hankel-docs-"));
  symlinkSync(join(ROOT, "examples"), join(folder, "examples"));
  let printed: string | undefined;
  const parts: string[] = [];
  let at = 0;
  try {
    for (const { 0: block, 1: language, 2: content, index } of document.matchAll(BLOCK)) {
      parts.push(document.slice(at, index));
      at = index + block.length;
      const before = printed;
      printed = language === "ts" ? run(content) : undefined;
      if (language === "console")
        parts.push(`\`\`\`console\n${await transcript(content, folder, runHankel)}\`\`\``);
      else if (language === "text" && before !== undefined) parts.push(`\`\`\`text\n${before}\`\`\``);
      else parts.push(block);
    }
    return parts.join("") + document.slice(at);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The type errors in `ts` blocks of all documents, as `document:line: message`. They are checked at once: most of it is alike. */
export function typeErrors(): string[] {
  return inSnippetFolder((folder) => {
    const places = new Map<string, { readonly path: string; readonly line: number }>();
    for (const path of documents()) {
      for (const { language, content, line } of blocks(readDocument(path))) {
        if (language !== "ts") continue;
        const file = join(folder, `${places.size}.ts`);
        writeFileSync(file, `${content}\nexport {};\n`);
        places.set(file, { path, line });
      }
    }
    const options: ts.CompilerOptions = {
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: ["node"],
    };
    const program = ts.createProgram([...places.keys()], options);
    return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
      const { path, line: first } = places.get(file?.fileName ?? "") ?? { path: file?.fileName, line: 0 };
      const line = first + (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${path}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
    });
  });
}

/** The output of a program. */
function run(content: string): string {
  return inSnippetFolder((folder) => {
    const file = join(folder, "snippet.mjs");
    const { target, module } = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
    writeFileSync(file, ts.transpileModule(content, { compilerOptions: { target, module } }).outputText);
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: "utf8" });
    if (status !== 0) throw new Error(`a snippet failed:\n${content}\n${stderr}`);
    return stdout;
  });
}

/** Works in a folder inside the repository, so that snippets find the packages. */
function inSnippetFolder<T>(work: (folder: string) => T): T {
  mkdirSync(join(ROOT, ".tmp"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".tmp", "snippets-"));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function transcript(content: string, folder: string, runHankel?: RunHankel): Promise<string> {
  const entries: string[] = [];
  for (const entry of content.split(/^(?=\$ )/mu))
    entries.push(entry.startsWith("$ ") ? await replay(entry, folder, runHankel) : entry);
  return entries.join("");
}

/** A command with its current output; unchanged if its `…` lines cover the difference. */
async function replay(entry: string, folder: string, runHankel?: RunHankel): Promise<string> {
  const end = entry.indexOf("\n");
  const command = entry.slice(2, end);
  const args = plainArguments(command);
  const printed = steady((args && (await runHankel?.(args, folder))) ?? shell(command, folder));
  const written = entry.slice(end + 1);
  return `$ ${command}\n${covers(written, printed) ? written : printed}`;
}

/** The arguments of `hankel` in a command that asks nothing else of the shell; undefined for any other. */
function plainArguments(command: string): string[] | undefined {
  const words = /^hankel((?: +(?:'[^']*'|"[^"$`\\!]*"|[\w./:=,@%+-]+))*)$/u.exec(command)?.[1];
  if (words === undefined) return undefined;
  return Array.from(
    words.matchAll(/'([^']*)'|"([^"]*)"|([^ '"]+)/gu),
    ([, one, two, bare]) => one ?? two ?? bare,
  );
}

/** What a command prints in a shell. */
function shell(command: string, folder: string): string {
  const path = `${join(ROOT, "node_modules", ".bin")}${delimiter}${process.env["PATH"]}`;
  const { stdout, status } = spawnSync("bash", ["-c", `exec 2>&1\n${command}`], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, PATH: path, NO_COLOR: "1" },
    input: "",
  });
  if (status === 127) throw new Error(`no such command: ${command}\n${stdout}`);
  return stdout;
}

/** Replaces time and memory, which differ between runs, by round figures, and leaves out progress. */
function steady(printed: string): string {
  return withoutProgress(printed)
    .replaceAll(/seconds \d+(\.\d+)?/gu, "seconds 0.01")
    .replaceAll(/"seconds":\d+(\.\d+)?/gu, '"seconds":0.01')
    .replaceAll(/peakBytes \d+ \(\d+ MiB\)/gu, "peakBytes 62914560 (60 MiB)")
    .replaceAll(/"peakBytes":\d+/gu, '"peakBytes":62914560');
}

/** Does a text with `…` lines match the output? Blank lines at the end do not count. */
function covers(written: string, printed: string): boolean {
  const literal = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  const pattern = written.trimEnd().split(/^…$/mu).map(literal).join("[\\s\\S]*");
  return new RegExp(`^${pattern}\\s*$`, "u").test(printed.trimEnd());
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const path of documents()) writeFileSync(join(ROOT, path), await refreshed(readDocument(path)));
}
