/**
 * Makes packages/hankel/dist, which is what people install, from what the compiler wrote of the four packages:
 *
 * - the library: the entries and every file that they reach, as modules of their own, so that bundlers drop what is not used.
 *   The internal packages become folders (`core/`, `networks/`, `teachers/`), and their names relative paths;
 * - the command `hankel`, joined into a few files: Node takes twice as long to load the same from hundreds of small ones.
 *   Packages of others stay what they are, so that optional ones load only when they are used;
 * - the commands on files once more, as one script with Commander in it, for `bin/hankel.js` to compile from a cache;
 * - the manual page of the command.
 */

import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import ts from "typescript";
import { directImports } from "./direct-imports.js";
import { manual } from "./manual.js";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DIST = join(ROOT, "packages/hankel/dist");
const COMPILED = join(ROOT, "packages/hankel/build");

/** What the internal packages are called, and the files behind their names. */
const INTERNAL = {
  "@hankel/core": join(ROOT, "packages/core/dist/index.js"),
  "@hankel/networks": join(ROOT, "packages/networks/dist/index.js"),
  "@hankel/teachers": join(ROOT, "packages/teachers/dist/index.js"),
  "@hankel/teachers/live": join(ROOT, "packages/teachers/dist/live.js"),
  "@hankel/teachers/files": join(ROOT, "packages/teachers/dist/files.js"),
};

/** Where the compiler wrote, and the folder of dist that it becomes. */
const FOLDERS = [
  [COMPILED, ""],
  ...["core", "networks", "teachers"].map((name) => [join(ROOT, "packages", name, "dist"), name]),
];

/** Is this one of the compiled files? */
function isOurs(file) {
  return FOLDERS.some(([from]) => file.startsWith(from + sep));
}

/** The place of a compiled file in a package with one folder for all: `dist` for what is built, `src` for the sources. */
function placeOf(file) {
  const [folder, name] = FOLDERS.find(([from]) => file.startsWith(from + sep)) ?? [];
  if (folder === undefined) throw new Error(`${file} is outside the packages that hankel is made of`);
  return join(name, relative(folder, file));
}

/** The compiled module that a module imports, by its JavaScript file; undefined for packages of others. */
function imported(specifier, file) {
  if (specifier.startsWith(".")) return join(dirname(file), specifier).replace(/\.ts$/u, ".js");
  if (!specifier.startsWith("@hankel/")) return undefined;
  if (INTERNAL[specifier] === undefined) throw new Error(`${file}: ${specifier} has no file`);
  return INTERNAL[specifier];
}

/** Rewrites what a file imports to relative paths in dist, and tells which modules these are. */
function relinked(text, file) {
  const modules = [];
  let [linked, at] = ["", 0];
  for (const { fileName: specifier, pos } of ts.preProcessFile(text, true, true).importedFiles) {
    const target = imported(specifier, file);
    if (target === undefined) continue;
    modules.push(target);
    // The position is that of the opening quote.
    const path = relative(dirname(placeOf(file)), placeOf(target)).replaceAll(sep, "/");
    linked += `${text.slice(at, pos + 1)}${path.startsWith(".") ? path : `./${path}`}`;
    at = pos + 1 + specifier.length;
  }
  return { linked: linked + text.slice(at), modules };
}

/** A source map holds its sources; they are called as if the package had one folder of them. */
function remapped(text, file) {
  const map = JSON.parse(text);
  const source = join("..", "src", placeOf(file)).replace(/\.js\.map$/u, ".ts");
  return JSON.stringify({ ...map, sources: [relative(dirname(placeOf(file)), source).replaceAll(sep, "/")] });
}

async function write(file, content) {
  const path = join(DIST, placeOf(file));
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
}

/** Copies the entries and all that they reach, with declarations and source maps. */
async function copyLibrary(entries) {
  const queue = [...entries];
  const seen = new Set(queue);
  for (const module of queue) {
    const declarations = module.replace(/\.js$/u, ".d.ts");
    for (const file of [module, declarations]) {
      const { linked, modules } = relinked(await readFile(file, "utf8"), file);
      await write(file, linked);
      for (const next of modules) {
        if (!seen.has(next)) queue.push(next);
        seen.add(next);
      }
    }
    const map = `${module}.map`;
    await write(map, remapped(await readFile(map, "utf8"), map));
  }
}

/** What all bundles have in common. */
const BUNDLED = {
  outdir: join(DIST, "command"),
  bundle: true,
  platform: "node",
  target: "node20",
  logLevel: "warning",
  alias: INTERNAL,
  plugins: [directImports(imported, isOurs)],
};

/** Joins what these entries reach; what several of them reach, in files that they share. */
async function bundle(...entries) {
  await build({
    ...BUNDLED,
    entryPoints: entries.map((name) => join(COMPILED, name)),
    splitting: true,
    format: "esm",
    sourcemap: "linked",
    packages: "external",
  });
}

/** Commander needs it for programs of their own as commands, which we have not; it takes long to load. */
const withoutChildProcess = {
  name: "without-child-process",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /commander/u.test(importer) ? { path: "none", namespace: "none" } : undefined,
    );
    onLoad({ filter: /./, namespace: "none" }, () => ({ contents: "" }));
  },
};

async function bundleQuick() {
  const { outputFiles } = await build({
    ...BUNDLED,
    entryPoints: [join(COMPILED, "quick.js")],
    // Each build has a name of its own, so that no cache of another one is taken for its.
    entryNames: "[name]-[hash]",
    format: "cjs",
    minifyWhitespace: true,
    // It requires what it imports, at once or later: only modules of Node are left.
    supported: { "dynamic-import": false },
    logOverride: { "empty-import-meta": "silent" },
    // What the wrapper of `bin/hankel.js` calls it.
    define: { "import.meta.url": "scriptUrl" },
    banner: {
      js: `/* With Commander:\n${await readFile(join(ROOT, "node_modules/commander/LICENSE"), "utf8")}*/`,
    },
    plugins: [withoutChildProcess, ...BUNDLED.plugins],
    write: false,
  });
  const [{ path, contents }] = outputFiles;
  await writeFile(path, contents);
  const { quickCommands: commands } = await import(pathToFileURL(join(COMPILED, "quick.js")).href);
  await writeFile(join(DIST, "command/quick.json"), JSON.stringify({ script: basename(path), commands }));
}

async function writeManual(path, version) {
  const compiled = (file) => import(pathToFileURL(join(COMPILED, "commands", file)).href);
  const [{ describeCommands }, { commands }] = await Promise.all(["described.js", "index.js"].map(compiled));
  await writeFile(path, manual(await describeCommands(commands), version));
}

const { exports, imports, man, version } = JSON.parse(
  await readFile(join(ROOT, "packages/hankel/package.json"), "utf8"),
);
await rm(DIST, { recursive: true, force: true });
// Which of the two modules `#journal-file` is depends on the platform, so no file imports them by their paths.
const journals = Object.values(imports["#journal-file"]).map((path) =>
  join(ROOT, "packages/teachers/dist", relative("dist/teachers", path)),
);
await copyLibrary([
  ...Object.values(exports).map((entry) => join(COMPILED, relative("dist", entry.default))),
  ...journals,
]);
for (const thread of ["module-worker", "session-worker"]) {
  await copyFile(
    join(ROOT, `packages/teachers/bin/${thread}.js`),
    join(ROOT, "packages/hankel", imports[`#${thread}`]),
  );
}
await bundle("main.js", "thread.js");
// A thread that computes parts of a job starts sooner if it loads no more than these need.
await bundle("part-worker.js");
await bundleQuick();
await writeManual(join(ROOT, "packages/hankel", man[0]), version);
