/**
 * The programs after `@example` in the doc comments of public names. They import nothing: each public name has one entry, so
 * the imports follow from the names that a program uses. A comment behind a line that prints holds what is printed:
 *
 *     console.log(rational.format(fraction(2, 4))); // 1/2
 *
 * A program that needs a server or a person begins with a comment `Not run here: …`; it is only type-checked.
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import type { PublicName } from "./public-api.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** What examples use of Node. */
const NODE: Readonly<Record<string, readonly string[]>> = {
  "node:fs/promises": ["mkdtemp", "readFile", "rm"],
  "node:net": ["createServer"],
  "node:os": ["tmpdir"],
  "node:path": ["join"],
};

/** How the examples begin that are only type-checked. */
export const NOT_RUN = "// Not run here: ";

export type Api = ReadonlyMap<string, readonly PublicName[]>;

/** The program with the imports that it needs. */
export function withImports(example: string, api: Api): string {
  const used = new Set(withoutWords(example).match(/(?<![\w$]|(?<!\.\.)\.)[A-Za-z_]\w*/gu) ?? []);
  const declarations = Array.from(
    example.matchAll(/\b(?:const|let) (\w+|[[{][^=]*[\]}]) =/gu),
    ([, names]) => names,
  );
  for (const names of declarations) for (const name of names.match(/\w+/gu) ?? []) used.delete(name);
  const ours = Array.from(api, ([entry, names]) => {
    const needed = names.filter(({ name }) => used.has(name));
    const list = needed.map(({ name, kind }) =>
      kind === "interface" || kind === "type" ? `type ${name}` : name,
    );
    return [entry === "index" ? "hankel" : `hankel/${entry}`, list] as const;
  });
  const nodes = Object.entries(NODE).map(
    ([module, names]) => [module, names.filter((name) => used.has(name))] as const,
  );
  const imports = [...nodes, ...ours]
    .filter(([, names]) => names.length > 0)
    .map(([module, names]) => `import { ${names.join(", ")} } from "${module}";`);
  return [...imports, ...(imports.length > 0 ? [""] : []), example.trim()].join("\n");
}

/** A program without strings and comments; what is between `${` and `}` stays. */
function withoutWords(code: string): string {
  return code
    .replaceAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/gu, '""')
    .replaceAll(/\/\/.*$/gmu, "")
    .replaceAll(/`([^`]*)`/gu, (_all, text: string) =>
      Array.from(text.matchAll(/\$\{([^}]*)\}/gu), ([, inner]) => inner).join(" "),
    );
}

/** What is wrong with the examples: type errors, failures, and lines that print something else; `name: …` each. */
export function faultyExamples(api: Api): string[] {
  mkdirSync(join(ROOT, ".tmp"), { recursive: true });
  const folder = mkdtempSync(join(ROOT, ".tmp", "examples-"));
  try {
    const examples = [...api.values()]
      .flat()
      .flatMap(({ name, examples: codes }) =>
        codes.map((code) => ({ name, code, text: `${withImports(code, api)}\nexport {};\n` })),
      );
    const errors = typeErrors(folder, examples);
    return errors.length > 0 ? errors : wrongOutputs(folder, examples);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Example {
  readonly name: string;
  readonly code: string;
  /** With its imports. */
  readonly text: string;
}

function typeErrors(folder: string, examples: readonly Example[]): string[] {
  const files = examples.map(({ text }, i) => {
    const file = join(folder, `${i}.ts`);
    writeFileSync(file, text);
    return file;
  });
  const program = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ["node"],
  });
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
    const name = examples[files.indexOf(file?.fileName ?? "")]?.name;
    return `${name}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

/** All of them in one process, one after the other: to start it takes longer than most examples. */
function wrongOutputs(folder: string, examples: readonly Example[]): string[] {
  const run = examples.filter(({ code }) => !code.startsWith(NOT_RUN));
  for (const [i, { text }] of run.entries()) {
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
    writeFileSync(join(folder, `${i}.mjs`), ts.transpileModule(text, { compilerOptions }).outputText);
  }
  const main = join(folder, "main.mjs");
  writeFileSync(
    main,
    `const print = console.log;
for (let i = 0; i < ${run.length}; i++) {
  const printed = [];
  console.log = (...values) => printed.push(values.map(String).join(" "));
  let error;
  try {
    await import(\`./\${i}.mjs\`);
  } catch (thrown) {
    error = String(thrown);
  }
  print(JSON.stringify({ printed, error }));
}
process.exit(0);
`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [main], { cwd: ROOT, encoding: "utf8" });
  const results = stdout.split("\n").filter((line) => line.startsWith('{"printed"'));
  return run.flatMap(({ name, code }, i) => {
    if (results[i] === undefined) return [`${name}: the process ended: ${stderr}`];
    const { printed, error } = JSON.parse(results[i]) as { printed: string[]; error?: string };
    const expected = Array.from(code.matchAll(/console\.log\(.*\); \/\/ (.*)$/gmu), ([, text]) => text);
    if (error !== undefined) return [`${name}: ${error}`];
    return printed.join("\n") === expected.join("\n")
      ? []
      : [`${name}: prints ${JSON.stringify(printed)}, not ${JSON.stringify(expected)}`];
  });
}
