/** What users install: one tarball, in an empty project, with the library, its types, the command line and a browser. */

import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commands } from "../packages/hankel/src/commands/index.ts";
import { blocks, readDocument } from "../scripts/documents.ts";
import { install, pack, run } from "../scripts/packed.ts";

/** The README's first program, and what it prints. */
const readme = blocks(readDocument("README.md"));
const at = readme.findIndex(({ language }) => language === "ts");
const [readmeProgram, readmeOutput] = [readme[at].content, readme[at + 1].content];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly man: readonly string[];
  readonly exports: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
  readonly imports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const inRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const manifestOf = (path: string) => JSON.parse(readFileSync(inRoot(path), "utf8")) as Manifest;

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent?: readonly string[];
}

describe("the published package", () => {
  let folder: string;
  let project: string;

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "hankel-packed-")));
    project = join(folder, "project");
    install(project, pack(join(folder, "tarballs")));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const installed = (...path: string[]) => join(project, "node_modules", ...path);
  const { name, version, dependencies, ...manifest } = manifestOf("packages/hankel/package.json");
  const files = () =>
    readdirSync(installed(name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));

  test("is installed with commander, yaml and nothing else", () => {
    const packages = readdirSync(installed()).filter((folder) => !folder.startsWith("."));
    expect(packages.toSorted()).toEqual(["commander", "hankel", "yaml"]);
    expect(Object.keys(dependencies)).toEqual(["commander", "yaml"]);
  });

  test("says what it is", () => {
    expect(manifest).toMatchObject({
      license: "MIT",
      description: expect.stringMatching(/\w/u),
      keywords: expect.arrayContaining(["automata"]),
      sideEffects: false,
      engines: { node: expect.stringMatching(/\d/u) },
    });
    for (const file of ["README.md", "LICENSE"]) expect(existsSync(installed(name, file)), file).toBe(true);
    const entries = Object.values(manifest.exports).flatMap((entry) => [entry.types, entry.default]);
    const internal = Object.values(manifest.imports).flatMap((file) =>
      typeof file === "string" ? [file] : Object.values(file),
    );
    const found = [...entries, ...internal, ...manifest.man];
    for (const file of found) expect(existsSync(installed(name, file)), file).toBe(true);
  });

  test("is whole: it names no internal package, and source maps hold their sources", () => {
    const modules = files().filter((file) => /\.(?:d\.ts|js)$/u.test(file));
    expect(modules.length).toBeGreaterThan(500);
    const texts = modules.map((file) => ({ file, text: readFileSync(file, "utf8") }));
    expect(texts.filter(({ text }) => text.includes("@hankel/")).map(({ file }) => file)).toEqual([]);
    const maps = files().filter((file) => file.endsWith(".map"));
    const withoutSources = maps.filter((file) => {
      const { sources, sourcesContent } = JSON.parse(readFileSync(file, "utf8")) as SourceMap;
      return sources.length !== sourcesContent?.length;
    });
    expect(maps.length).toBeGreaterThan(300);
    expect(withoutSources).toEqual([]);
  });

  test.each(["core", "networks", "teachers"])("is the only one: packages/%s is internal", (folder) => {
    expect(manifestOf(`packages/${folder}/package.json`)).toMatchObject({ private: true });
  });

  test("runs the README's program, and every entry can be imported", () => {
    const { outputText } = ts.transpileModule(readmeProgram, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    writeFileSync(join(project, "program.js"), outputText);
    expect(run(process.execPath, ["program.js"], project)).toBe(readmeOutput);
    const entries = Object.keys(manifest.exports).map((path) => `hankel${path.slice(1)}`);
    const script = entries.map((entry) => `await import(${JSON.stringify(entry)});`).join("\n");
    expect(run(process.execPath, ["--input-type=module", "-e", script], project)).toBe("");
  });

  test("has the command line, which draws, and says what a PNG and networks need", () => {
    const hankel = (...args: string[]) => run(installed(".bin", "hankel"), args, project);
    expect(hankel("--version")).toBe(`${version}\n`);
    hankel("random", "--states", "3", "--out", "target.json");
    hankel("learn", "target.json", "--out", "learned.json", "--quiet");
    expect(hankel("compare", "target.json", "learned.json")).toBe("equal\n");
    expect(hankel("draw", "target.json")).toMatch(/^<svg /u);
    const drawn = spawnSync(installed(".bin", "hankel"), ["draw", "target.json", "-o", "target.png"], {
      cwd: project,
      encoding: "utf8",
    });
    expect(drawn).toMatchObject({ status: 2, stdout: "" });
    expect(drawn.stderr).toBe(
      "hankel: a PNG needs the package @resvg/resvg-wasm, which is not installed: npm install @resvg/resvg-wasm " +
        "(with --global if hankel is installed globally)\n",
    );
    for (const ending of ["onnx", "json"]) {
      const model = inRoot(`examples/models/tomita1.${ending}`);
      copyFileSync(model, join(project, `tomita1.${ending}`));
    }
    const learned = spawnSync(installed(".bin", "hankel"), ["learn", "tomita1.onnx"], {
      cwd: project,
      encoding: "utf8",
    });
    expect(learned).toMatchObject({ status: 2, stdout: "" });
    expect(learned.stderr).toContain("networks need the package onnxruntime-node or onnxruntime-web");
  });

  test("learns a module, whose thread it finds", () => {
    copyFileSync(inRoot("examples/fields/powers.mjs"), join(project, "powers.mjs"));
    const options = ["--learner", "multiplicity", "--out", "powers.json", "--quiet"];
    run(installed(".bin", "hankel"), ["learn", "powers.mjs", ...options], project);
    expect(JSON.parse(readFileSync(join(project, "powers.json"), "utf8"))).toMatchObject({ states: 2 });
    writeFileSync(
      join(project, "box.js"),
      `import { openModule } from "hankel/node";
      const box = await openModule({ path: "powers.mjs" });
      console.log(box.alphabet.symbols.join(" "));
      await box.close();`,
    );
    expect(run(process.execPath, ["box.js"], project)).toBe("a b\n");
  });

  test("computes on several threads, whose code it finds", () => {
    const worker = installed(name, String(manifest.imports["#part-worker"]));
    writeFileSync(
      join(project, "coin.mjs"),
      `import { Worker } from "node:worker_threads";
      const table = { initials: [0], begin: [1], stop: [0.5], start: [0, 1], letter: [0], target: [0], upTo: [1] };
      const drawing = { seed: 1, count: 5, maxLetters: 100 };
      const memory = new Int32Array(new SharedArrayBuffer(12));
      const given = { table, drawing, symbols: ["heads"], pautomac: false };
      new Worker(${JSON.stringify(worker)}, { workerData: { job: "words", given, memory } })
        .on("message", ({ part, result }) => console.log(part, result.text.split("\\n").length));`,
    );
    expect(run(process.execPath, ["coin.mjs"], project)).toBe("0 6\n");
    const hankel = (...args: string[]) => run(installed(".bin", "hankel"), args, project);
    hankel("regex", "--semifield", "real", "(<0.5>a)*<0.5>", "-o", "coin.json");
    const drawn = (threads: string) => hankel("sample", "coin.json", "-n", "250001", "--threads", threads);
    expect(drawn("2") === drawn("1")).toBe(true);
  });

  test.each([
    ["nodenext", ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
    ["bundler", ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ] as const)("has types, as a project with %s resolution sees them", (_name, module, moduleResolution) => {
    const file = join(project, "typed.ts");
    // The library's types need neither Node's nor the browser's; `console` alone is not the language's.
    const pure = Object.keys(manifest.exports).filter((entry) => entry !== "./node");
    const imports = pure.map((entry, i) => `export type * as entry${i} from "hankel${entry.slice(1)}";\n`);
    writeFileSync(
      file,
      `declare const console: { log(text: string): void };\n${readmeProgram}\n${imports.join("")}`,
    );
    const options = {
      strict: true,
      noEmit: true,
      types: [],
      lib: ["lib.es2023.d.ts"],
      target: ts.ScriptTarget.ES2023,
    };
    const program = ts.createProgram([file], { ...options, module, moduleResolution });
    const complaints = ts.getPreEmitDiagnostics(program);
    expect(complaints.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual(
      [],
    );
  });

  test("has types for Node's entry, which names the types of Node itself", () => {
    const file = join(project, "typed-node.ts");
    writeFileSync(file, 'export type * from "hankel/node";\n');
    mkdirSync(installed("@types"), { recursive: true });
    for (const types of ["@types/node", "undici-types"])
      symlinkSync(inRoot(`node_modules/${types}`), installed(types), "dir");
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      types: [],
      lib: ["lib.es2023.d.ts"],
      target: ts.ScriptTarget.ES2023,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
    });
    const complaints = ts.getPreEmitDiagnostics(program);
    rmSync(installed("@types"), { recursive: true });
    rmSync(installed("undici-types"));
    expect(complaints.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual(
      [],
    );
  });

  test("has a manual page that man reads without a warning", ({ skip }) => {
    const page = installed(name, manifest.man[0]);
    const text = readFileSync(page, "utf8");
    for (const { name: command } of commands) expect(text).toContain(String.raw`.SS \fB${command}\fR`);
    const read = spawnSync("man", ["--warnings", "-l", page], {
      encoding: "utf8",
      env: { ...process.env, LC_ALL: "C.UTF-8" },
    });
    if (read.error !== undefined) skip("man is not installed");
    expect(read).toMatchObject({ status: 0, stderr: "" });
    expect(read.stdout).toContain("EXIT STATUS");
  });

  test("is built for a browser by vite, without anything of Node's", async () => {
    writeFileSync(join(project, "index.html"), '<script type="module" src="./page.ts"></script>');
    writeFileSync(join(project, "page.ts"), readmeProgram);
    const external: string[] = [];
    await build({
      root: project,
      configFile: false,
      logLevel: "silent",
      build: { outDir: "site", target: "es2022", modulePreload: { polyfill: false } },
      plugins: [
        {
          name: "what-is-not-for-browsers",
          resolveId(source) {
            if (source.startsWith("node:")) external.push(source);
          },
        },
      ],
    });
    expect(external).toEqual([]);
    const [script, ...others] = readdirSync(join(project, "site", "assets"));
    expect(others).toEqual([]);
    const page = join(project, "site", "assets", script);
    expect(readFileSync(page, "utf8")).not.toMatch(/__vite-browser-external|process\.|require\(/u);
    expect(run(process.execPath, [page], project)).toBe(readmeOutput);
  });
});
