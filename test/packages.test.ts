/** What users install: the tarballs, in an empty project, with the library, its types, the command line and a browser. */

import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocks, readDocument } from "../scripts/documents.ts";
import { install, pack, run } from "../scripts/packed.ts";

/** The README's first program, and what it prints. */
const readme = blocks(readDocument("README.md"));
const at = readme.findIndex(({ language }) => language === "ts");
const [readmeProgram, readmeOutput] = [readme[at].content, readme[at + 1].content];

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

describe("the published packages", () => {
  let folder: string;
  let project: string;

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "hankel-packed-")));
    project = join(folder, "project");
    install(project, pack(join(folder, "tarballs")));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const installed = (...path: string[]) => join(project, "node_modules", ...path);
  const manifest = (name: string) =>
    JSON.parse(readFileSync(installed(name, "package.json"), "utf8")) as Manifest;

  test("are installed with commander and nothing else of other people's", () => {
    expect(
      readdirSync(installed())
        .filter((name) => !name.startsWith("."))
        .toSorted(),
    ).toEqual(["@hankel", "commander", "hankel"]);
    expect(readdirSync(installed("@hankel")).toSorted()).toEqual(["core", "networks", "teachers"]);
  });

  test.each(["@hankel/core", "@hankel/networks", "@hankel/teachers", "hankel"])(
    "%s says what it is",
    (name) => {
      expect(manifest(name)).toMatchObject({
        license: "MIT",
        description: expect.stringMatching(/\w/u),
        keywords: expect.arrayContaining(["automata"]),
        sideEffects: false,
        engines: { node: expect.stringMatching(/\d/u) },
      });
      for (const file of ["README.md", "LICENSE"]) expect(existsSync(installed(name, file)), file).toBe(true);
      for (const entry of Object.values(manifest(name).exports)) {
        const files = typeof entry === "string" ? [entry] : [entry["types"], entry["default"]];
        for (const file of files) expect(existsSync(installed(name, file)), file).toBe(true);
      }
    },
  );

  test("depend on each other's very versions", () => {
    const { version, dependencies } = manifest("hankel");
    expect(dependencies).toMatchObject({ "@hankel/core": version, "@hankel/teachers": version });
    expect(dependencies).toMatchObject({ "@hankel/networks": version });
    expect(manifest("@hankel/core").version).toBe(version);
    expect(manifest("@hankel/networks")).toMatchObject({
      version,
      dependencies: { "@hankel/core": version },
    });
    expect(manifest("@hankel/teachers")).toMatchObject({
      version,
      dependencies: { "@hankel/core": version, "@hankel/networks": version },
    });
  });

  test("run the README's program, and every entry can be imported", () => {
    const { outputText } = ts.transpileModule(readmeProgram, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    writeFileSync(join(project, "program.js"), outputText);
    expect(run(process.execPath, ["program.js"], project)).toBe(readmeOutput);
    const entries = Object.keys(manifest("hankel").exports).map((path) => `hankel${path.slice(1)}`);
    const script = entries.map((entry) => `await import(${JSON.stringify(entry)});`).join("\n");
    expect(run(process.execPath, ["--input-type=module", "-e", script], project)).toBe("");
  });

  test("have the command line, which says what drawing and networks need", () => {
    const hankel = (...args: string[]) => run(installed(".bin", "hankel"), args, project);
    expect(hankel("--version")).toBe(`${manifest("hankel").version}\n`);
    hankel("random", "--states", "3", "--out", "target.json");
    hankel("learn", "target.json", "--out", "learned.json", "--quiet");
    expect(hankel("compare", "target.json", "learned.json")).toBe("equal\n");
    const drawn = spawnSync(installed(".bin", "hankel"), ["draw", "target.json"], {
      cwd: project,
      encoding: "utf8",
    });
    expect(drawn).toMatchObject({ status: 2, stdout: "" });
    expect(drawn.stderr).toBe(
      "hankel: drawing needs the package @viz-js/viz, which is not installed: npm install @viz-js/viz " +
        "(with --global if hankel is installed globally)\n",
    );
    for (const ending of ["onnx", "json"]) {
      const model = fileURLToPath(new URL(`../examples/models/tomita1.${ending}`, import.meta.url));
      copyFileSync(model, join(project, `tomita1.${ending}`));
    }
    const learned = spawnSync(installed(".bin", "hankel"), ["learn", "--onnx", "tomita1.onnx"], {
      cwd: project,
      encoding: "utf8",
    });
    expect(learned).toMatchObject({ status: 2, stdout: "" });
    expect(learned.stderr).toContain("networks need the package onnxruntime-node or onnxruntime-web");
  });

  test.each([
    ["nodenext", ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
    ["bundler", ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
  ] as const)("have types, as a project with %s resolution sees them", (_name, module, moduleResolution) => {
    const file = join(project, "typed.ts");
    // The library's types need neither Node's nor the browser's; `console` alone is not the language's.
    writeFileSync(
      file,
      `declare const console: { log(text: string): void };\n${readmeProgram}\nexport {};\n`,
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

  test("are built for a browser by vite, without anything of Node's", async () => {
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
