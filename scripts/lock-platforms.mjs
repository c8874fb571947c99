/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out, with their integrity.
 *
 * Some registry mirrors carry the binaries of the newest versions for one platform only. `npm install` then writes a lock file
 * without the others, and `npm ci` refuses it everywhere. A package without integrity would be installed unchecked, so
 * where the mirror knows none, choose a version that it has for all platforms.
 *
 *     node scripts/lock-platforms.mjs      after every npm install that changed the lock
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const path = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(path, "utf8"));

const SYSTEMS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const PROCESSORS = [
  "arm64",
  "arm",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];
const LIBRARIES = { musl: "musl", musleabihf: "musl", gnu: "glibc", gnueabihf: "glibc" };

/** `@scope/binding-linux-arm64-musl` names its system, processor and C library. */
function platform(name) {
  const parts = name.split(/[-/.]/u);
  const system = SYSTEMS.find((known) => parts.includes(known));
  const processor = PROCESSORS.find((known) => parts.includes(known));
  const library = Object.keys(LIBRARIES).find((known) => parts.includes(known));
  if (processor === undefined) return undefined;
  return {
    cpu: [processor],
    ...(system === "linux" && library !== undefined ? { libc: [LIBRARIES[library]] } : {}),
    ...(system === undefined ? {} : { os: [system] }),
  };
}

/** What the registry says about the content of a package; undefined if it does not have it. */
function integrityOf(name, version) {
  try {
    const options = { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] };
    return execFileSync("npm", ["view", `${name}@${version}`, "dist.integrity"], options).trim() || undefined;
  } catch {
    return undefined;
  }
}

let added = 0;
const lacking = [];
for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  if (parent === "") continue;
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const key = `node_modules/${name}`;
    if (key in lock.packages || !/^\d/u.test(version)) continue;
    const fits = platform(name);
    if (fits === undefined) continue;
    const integrity = integrityOf(name, version);
    if (integrity === undefined) lacking.push(`${name}@${version}`);
    else {
      lock.packages[key] = { version, integrity, ...fits, ...(dev ? { dev } : {}), optional: true };
      added++;
    }
  }
}
const packages = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(packages);
if (added > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to package-lock.json`);
if (lacking.length > 0) {
  console.error(`the registry lacks ${lacking.join(", ")}: choose versions that it has for all platforms`);
  process.exitCode = 1;
}
