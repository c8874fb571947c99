#!/usr/bin/env node
/**
 * Starts the command. Those on files are one script, which is compiled from a cache: V8 keeps what it compiled beside the script, in a file
 * per command and version of Node. Who can write there could change the script as well, so the cache is trusted like it; where nobody
 * can write, there is none. Everything else, and a command line that is not plain, is for `main.js`.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} from "node:fs";
import { setFlagsFromString } from "node:v8";
import { Script } from "node:vm";

const folder = new URL("../dist/command/", import.meta.url);
const main = new URL("main.js", folder);

/** Runs a command on files; false if the command line is not one for that. */
async function quickly(args) {
  // Other programs that run JavaScript have other caches, or none.
  if ("bun" in process.versions || "deno" in process.versions) return false;
  const { script: name, commands } = JSON.parse(readFileSync(new URL("quick.json", folder), "utf8"));
  if (!commands.includes(args[0])) return false;
  if (areSmall(args.slice(1))) optimizeLess();
  const url = new URL(name, folder);
  const cache = new URL(`${name}.${args[0]}.${process.version}-${process.arch}.cache`, folder);
  const wanted = process.env.NODE_DISABLE_COMPILE_CACHE === undefined;
  const cachedData = wanted ? contentOf(cache) : undefined;
  const script = new Script(`(function (require, module, scriptUrl) {${readFileSync(url, "latin1")}\n})`, {
    filename: url.href,
    cachedData,
  });
  const module = { exports: {} };
  script.runInThisContext()(process.getBuiltinModule, module, url.href);
  const ran = await module.exports.runQuickly(args);
  // Only now is compiled what the command needs. A cache that V8 refuses, as with other flags, stays: it may be right the next time.
  if (ran && wanted && cachedData === undefined) keep(script.createCachedData(), cache);
  return ran;
}

/** So many bytes of files are read before the time that V8 spends on better code has paid off. */
const SMALL = 2 ** 24;

function areSmall(names) {
  let bytes = 0;
  for (const name of names) {
    try {
      bytes += statSync(name, { throwIfNoEntry: false })?.size ?? 0;
    } catch {}
  }
  return bytes < SMALL;
}

/**
 * With 10,000 states, half of the processor time went to code that was compiled in the background and hardly used. Measured with the V8 of
 * Node 20, which has these flags; others keep their own settings.
 */
function optimizeLess() {
  if (!process.versions.v8.startsWith("11.")) return;
  for (const flag of ["--no-concurrent-osr", "--no-turbo-inlining"]) setFlagsFromString(flag);
}

function contentOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Writes a file as a whole or not at all; where that fails, the next start is as slow as this one. */
function keep(content, file) {
  try {
    const temporary = new URL(`${file.href}.${process.pid}`);
    const opened = openSync(temporary, "wx");
    writeSync(opened, content);
    fsyncSync(opened);
    closeSync(opened);
    renameSync(temporary, file);
  } catch {}
}

if (!existsSync(main)) {
  console.error("hankel: not built yet; run `npm run build` first");
  process.exitCode = 2;
} else if (!(await quickly(process.argv.slice(2)))) {
  await import(main.href);
}
