/**
 * Gets a release ready, and publishes nothing: builds and packs the package, has its shape and its types checked, installs it into
 * clean folders with npm, pnpm, Bun and Deno, uses it there, and prints what would be published.
 *
 *     npm run release
 *
 * Publishing is the business of .github/workflows/release.yml, for a tag: only there can npm say which commit the package was
 * built from.
 */

import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { blocks, readDocument } from "./documents.ts";
import { pack, run } from "./packed.ts";
import { type Registry, serveRegistry } from "./registry.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = join(ROOT, ".tmp", "release");

/** What checks and installs it: only a release needs them, so they stand in no lock file. */
const TOOLS = {
  publint: "0.3.25",
  "@arethetypeswrong/cli": "0.18.5",
  pnpm: "12.18.0",
  bun: "1.4.4",
  deno: "2.9.6",
} as const;

interface Manager {
  readonly name: string;
  readonly install: readonly string[];
  /** How a program of the project runs. */
  readonly run: readonly string[];
  /** How the command runs. */
  readonly command: readonly string[];
}

const managers: readonly Manager[] = [
  {
    name: "npm",
    install: ["npm", "install", "--no-audit", "--no-fund", "hankel"],
    run: ["node"],
    command: ["npx", "hankel"],
  },
  { name: "pnpm", install: ["pnpm", "add", "hankel"], run: ["node"], command: ["pnpm", "exec", "hankel"] },
  { name: "bun", install: ["bun", "add", "hankel"], run: ["bun"], command: ["bun", "--bun", "hankel"] },
  {
    name: "deno",
    install: ["deno", "install", "--quiet", "npm:hankel"],
    run: ["deno", "run", "--allow-read"],
    command: ["deno", "run", "-A", "npm:hankel"],
  },
];

/** Runs a command beside the registry of this process, and returns what it printed. */
async function said(
  command: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<string> {
  const [program, ...args] = command;
  const path = [join(FOLDER, "tools", "node_modules", ".bin"), process.env["PATH"] ?? ""].join(delimiter);
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, PATH: path, NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors += text;
  });
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on("error", reject).on("close", resolve),
  );
  if (code !== 0) throw new Error(`${command.join(" ")}: exit ${code}\n${output}${errors}`);
  return output;
}

/** The first program of the documents that the package is shown with, as JavaScript, and what it prints. */
function example(): { readonly program: string; readonly output: string } {
  const all = blocks(readDocument("packages/hankel/README.md"));
  const at = all.findIndex(({ language }) => language === "ts");
  const { outputText } = ts.transpileModule(all[at].content, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  return { program: outputText, output: all[at + 1].content };
}

/** Installs the package as its users would, and uses library and command. */
async function verify(
  { name, install, run: runner, command }: Manager,
  { address }: Registry,
): Promise<string> {
  const project = join(FOLDER, name);
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(join(project, ".npmrc"), `registry=${address}\n`);
  const environment = {
    NPM_CONFIG_REGISTRY: address,
    NPM_CONFIG_CACHE: join(project, ".cache"),
    BUN_INSTALL_CACHE_DIR: join(project, ".cache"),
    DENO_DIR: join(project, ".cache"),
    XDG_DATA_HOME: join(project, ".cache"),
    XDG_CACHE_HOME: join(project, ".cache"),
  };
  const use = (...args: string[]) => said([...command, ...args], project, environment);
  await said(install, project, environment);
  const { program, output } = example();
  writeFileSync(join(project, "program.mjs"), program);
  expectSame(await said([...runner, "program.mjs"], project, environment), output, `${name}: the program`);
  await use("random", "--states", "3", "--seed", "7", "--out", "target.json");
  await use("learn", "target.json", "--out", "learned.json", "--quiet");
  expectSame(await use("compare", "target.json", "learned.json"), "equal\n", `${name}: the command`);
  const version = name === "npm" || name === "pnpm" ? [name, "--version"] : [runner[0], "--version"];
  return `${name} ${/[\d.]+/u.exec(await said(version, project))?.[0]}`;
}

function expectSame(printed: string, expected: string, what: string): void {
  if (printed !== expected) throw new Error(`${what} printed\n${printed}\ninstead of\n${expected}`);
}

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(join(FOLDER, "tools"), { recursive: true });

run("npm", ["run", "--silent", "build:packages"], ROOT);
tell("built");

const tarballs = pack(join(FOLDER, "tarballs"));
const tarball = tarballs.find((path) => /hankel-[\d.]+\.tgz$/u.test(path));
if (tarball === undefined) throw new Error("npm pack made no hankel-VERSION.tgz");
tell(`packed ${tarball.slice(ROOT.length)}, ${statSync(tarball).size} bytes`);

writeFileSync(join(FOLDER, "tools", "package.json"), JSON.stringify({ private: true, dependencies: TOOLS }));
await said(["npm", "install", "--no-audit", "--no-fund", "--silent"], join(FOLDER, "tools"));
await said(["publint", "--strict", tarball], FOLDER);
tell("publint finds nothing to say about its shape");
await said(["attw", tarball, "--profile", "esm-only"], FOLDER);
tell("attw finds the types of every entry");

const registry = await serveRegistry(tarballs);
try {
  for (const manager of managers)
    tell(`installed, and the library and the command run: ${await verify(manager, registry)}`);
} finally {
  registry.close();
}

const { version } = JSON.parse(readFileSync(join(ROOT, "packages/hankel/package.json"), "utf8")) as {
  version: string;
};
const commit = (await said(["git", "rev-parse", "HEAD"], ROOT)).trim();
const changed = (await said(["git", "status", "--porcelain"], ROOT)) !== "";
const [published] = JSON.parse(
  await said(["npm", "pack", "--dry-run", "--json", "--ignore-scripts", tarball], FOLDER),
) as [
  {
    readonly id: string;
    readonly size: number;
    readonly unpackedSize: number;
    readonly entryCount: number;
    readonly integrity: string;
  },
];
tell(`
What would be published:
  package     ${published.id}
  files       ${published.entryCount}, ${published.size} bytes packed, ${published.unpackedSize} unpacked
  integrity   ${published.integrity}
  provenance  commit ${commit}${changed ? ", with changes that are not committed" : ""}, signed by the workflow
              .github/workflows/release.yml for the tag v${version}
Nothing was published. To publish, push the tag: git tag v${version} && git push origin v${version}`);
