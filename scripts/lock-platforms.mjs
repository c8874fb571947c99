/**
 * Adds to package-lock.json the optional packages of other platforms that a registry mirror did not offer.
 *
 * Some mirrors carry only the binaries for one platform. `npm install` then writes a lock file without the others, and
 * `npm ci` refuses it everywhere. An entry with a version and a platform is enough: npm skips it on other platforms and
 * fetches it on its own.
 *
 *     node scripts/lock-platforms.mjs      after every npm install that changed the lock
 */
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

let added = 0;
for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  if (parent === "") continue;
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const key = `node_modules/${name}`;
    if (key in lock.packages || !/^\d/u.test(version)) continue;
    const fits = platform(name);
    if (fits === undefined) continue;
    lock.packages[key] = { version, ...fits, ...(dev ? { dev } : {}), optional: true };
    added++;
  }
}
const packages = Object.entries(lock.packages).toSorted(([a], [b]) => a.localeCompare(b, "en"));
lock.packages = Object.fromEntries(packages);
if (added > 0) writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to package-lock.json`);
