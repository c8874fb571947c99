#!/usr/bin/env node
/**
 * Starts the command. Those on files are one script, which is compiled from a cache: V8 keeps what it compiled beside the script, in a file
 * per command and version of Node. Who can write there could change the script as well, so the cache is trusted like it; where nobody
 * can write, there is none. Everything else, and a command line that is not plain, is for `main.js`.
 *
 * This file is no module, since Node takes several milliseconds to load the first one.
 */
const {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeSync,
} = require("node:fs");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const folder = join(__dirname, "../dist/command");
const main = join(folder, "main.js");

/** Runs a command on files; false if the command line is not one for that. */
async function quickly(args) {
  // Other programs that run JavaScript have other caches, or none.
  if ("bun" in process.versions || "deno" in process.versions) return false;
  const { script: name, commands } = JSON.parse(readFileSync(join(folder, "quick.json"), "utf8"));
  if (!commands.includes(args[0])) return false;
  const { Script } = require("node:vm");
  const file = join(folder, name);
  const cache = join(folder, `${name}.${args[0]}.${process.version}-${process.arch}.cache`);
  const wanted = process.env.NODE_DISABLE_COMPILE_CACHE === undefined;
  const cachedData = wanted ? contentOf(cache) : undefined;
  const filename = pathToFileURL(file).href;
  const wrapped = `(function (require, module, scriptUrl) {${readFileSync(file, "latin1")}\n})`;
  const script = new Script(wrapped, { filename, cachedData });
  const module = { exports: {} };
  script.runInThisContext()(require, module, filename);
  // V8 takes only what it compiled with the same flags: the script comes before them, and what is kept of it behind them.
  const undo = areSmall(args.slice(1)) ? optimizeLess() : undefined;
  const ran = await module.exports.runQuickly(args);
  if (!ran || !wanted || cachedData !== undefined) return ran;
  // Only now is compiled what the command needs. A cache that V8 refuses, as with flags of the user, stays: it may be right the next time.
  undo?.();
  keep(script.createCachedData(), cache);
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
 * What V8 leaves out, by its version. With 10,000 states, half of the processor time went to code that was made in the background, or
 * better than it had to be, and hardly used. Measured with Node 20, 22 and 24; other versions keep their own settings, since flags come and go.
 */
const LEFT_OUT = {
  11: ["concurrent-osr", "turbo-inlining", "turbo-loop-peeling"],
  12: ["concurrent-osr", "turbo-inlining", "turbo-loop-peeling"],
  // It has a second compiler, which is fast and good enough.
  13: ["turbofan"],
};

/** Returns what undoes it. */
function optimizeLess() {
  const flags = LEFT_OUT[Number.parseInt(process.versions.v8, 10)] ?? [];
  if (flags.length === 0) return undefined;
  const { setFlagsFromString } = require("node:v8");
  for (const flag of flags) setFlagsFromString(`--no-${flag}`);
  return () => {
    for (const flag of flags) setFlagsFromString(`--${flag}`);
  };
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
    const temporary = `${file}.${process.pid}`;
    const opened = openSync(temporary, "wx");
    writeSync(opened, content);
    fsyncSync(opened);
    closeSync(opened);
    renameSync(temporary, file);
  } catch {}
}

function start(args) {
  if (existsSync(main)) {
    void quickly(args).then((ran) => (ran ? undefined : import(pathToFileURL(main).href)));
    return;
  }
  console.error("hankel: not built yet; run `npm run build` first");
  process.exitCode = 2;
}

start(process.argv.slice(2));
