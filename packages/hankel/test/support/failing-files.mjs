/**
 * Loaded before the command, this lets one of its calls on files fail: that with the number FAULT_AT, counted from 1 over all calls that
 * name a file of the current folder or use one that was opened there. The error is FAULT_CODE. How many calls there were is
 * appended to the file FAULT_LOG, with their names, when the process ends.
 */

import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { resolve, sep } from "node:path";

const { FAULT_AT, FAULT_CODE = "EIO", FAULT_LOG } = process.env;
const folder = `${process.cwd()}${sep}`;
const at = Number(FAULT_AT);
const { appendFileSync } = fs;
const calls = [];
const ours = new Set();

/** A name of a file in the folder. The log is not one of them. */
function isOurs(name) {
  if (typeof name === "number") return ours.has(name);
  return typeof name === "string" && resolve(name).startsWith(folder);
}

/** Counts a call; throws if it is the one that fails. */
function count(name) {
  calls.push(name);
  if (calls.length !== at) return;
  throw Object.assign(new Error(`${FAULT_CODE}: injected, ${name}`), { code: FAULT_CODE, syscall: name });
}

function patchSync(name) {
  const original = fs[name];
  fs[name] = (file, ...rest) => {
    if (isOurs(file)) count(name);
    const result = original(file, ...rest);
    if (name === "openSync" && isOurs(file)) ours.add(result);
    if (name === "closeSync") ours.delete(file);
    return result;
  };
}

function patchHandle(handle) {
  for (const name of ["write", "writeFile", "appendFile", "sync", "datasync", "truncate", "close"]) {
    const original = handle[name].bind(handle);
    handle[name] = async (...rest) => {
      if (name === "close") await original();
      count(`handle.${name}`);
      return name === "close" ? undefined : original(...rest);
    };
  }
  return handle;
}

function patchPromise(name) {
  const original = fs.promises[name];
  fs.promises[name] = async (file, ...rest) => {
    if (!isOurs(file)) return original(file, ...rest);
    count(`promises.${name}`);
    const result = await original(file, ...rest);
    return name === "open" ? patchHandle(result) : result;
  };
}

// The command runs in a thread of its own, under a supervisor.
if (process.argv[1]?.endsWith("thread.js")) {
  const sync = [
    "openSync",
    "closeSync",
    "readSync",
    "writeSync",
    "fsyncSync",
    "fdatasyncSync",
    "ftruncateSync",
  ];
  for (const name of [...sync, "fstatSync", "statSync", "renameSync", "unlinkSync", "rmSync", "readFileSync"])
    patchSync(name);
  for (const name of ["writeFileSync", "linkSync", "mkdirSync"]) patchSync(name);
  for (const name of ["open", "rename", "rm", "stat", "access", "readFile", "writeFile", "unlink"])
    patchPromise(name);
  syncBuiltinESMExports();
  process.on("exit", () => {
    if (FAULT_LOG !== undefined) appendFileSync(FAULT_LOG, `${calls.join("\n")}\n`);
  });
}
