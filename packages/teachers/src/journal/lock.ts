import { createHash, randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, realpathSync, unlinkSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { HankelError } from "@hankel/core";

/** While a process holds it, no other process writes to the journal. */
export interface Lock {
  release(): void;
}

/** The process that holds a lock. It is written into a file name, because a file appears with its whole name or not at all. */
interface Holder {
  readonly pid: string;
  /** When the process started: the system may reuse the id of a process that has ended. */
  readonly start: string;
  /** The boot id of the machine: no process survives a reboot. */
  readonly boot: string;
  readonly host: string;
}

/** How often a process tries again when another wants the lock at the same time. */
const TRIES = 6;

/**
 * Locks a journal. A process first creates its own lock file and then looks for the lock file of another running process;
 * if there is one, it removes its own. Of two processes that try at once, the one that looks later sees the other's file,
 * so never do both get the lock. A crash leaves a lock file behind; the next process sees that its owner has ended and
 * removes it.
 *
 * Node offers no file locks without native code. With a single lock file, two processes that both find it stale would
 * race to take it over.
 */
export async function lockJournal(path: string): Promise<Lock> {
  const folder = realpathSync(dirname(path));
  const prefix = `.${realName(path)}.lock.`;
  for (let attempt = 1; ; attempt++) {
    const own = join(folder, `${prefix}${nameOf(self())}.${randomBytes(6).toString("hex")}`);
    closeSync(openSync(own, "wx", 0o644));
    const other = otherHolder(folder, prefix, basename(own));
    if (other === undefined) return held(own);
    remove(own);
    if (attempt === TRIES) throw refused(path, other);
    await setTimeout(5 + Math.random() * 20 * attempt);
  }
}

function refused(path: string, { holder, file }: { holder: Holder; file: string }): HankelError {
  const away = holder.host !== self().host;
  const who = away ? "a process on another machine" : `process ${holder.pid}`;
  const advice = away ? `; if that process has ended, remove ${file}` : "";
  return new HankelError("usage", `the journal ${path} is in use by ${who}${advice}`);
}

function held(own: string): Lock {
  const release = () => {
    process.off("exit", release);
    remove(own);
  };
  process.on("exit", release);
  return { release };
}

/** Another running process that holds the lock. Removes the lock files of processes that have ended. */
function otherHolder(
  folder: string,
  prefix: string,
  own: string,
): { holder: Holder; file: string } | undefined {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || name === own) continue;
    const holder = holderOf(name.slice(prefix.length));
    if (holder === undefined) continue;
    const file = join(folder, name);
    if (isRunning(holder)) return { holder, file };
    remove(file);
  }
  return undefined;
}

function nameOf({ pid, start, boot, host }: Holder): string {
  return [pid, start, boot, host].join(".");
}

function holderOf(name: string): Holder | undefined {
  const match = /^(\d+)\.(\d+)\.([\da-f]+)\.([\da-f]+)\.[\da-f]+$/u.exec(name);
  if (match === null) return undefined;
  const [, pid, start, boot, host] = match;
  return { pid, start, boot, host };
}

function isRunning(holder: Holder): boolean {
  const me = self();
  // We cannot see processes of other machines.
  if (holder.host !== me.host) return true;
  if (holder.boot !== me.boot) return false;
  try {
    process.kill(Number(holder.pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const start = startOf(holder.pid);
  return start === undefined || start === holder.start;
}

let cachedSelf: Holder | undefined;

function self(): Holder {
  cachedSelf ??= {
    pid: String(process.pid),
    start: startOf("self") ?? "0",
    boot: digest(readOrEmpty("/proc/sys/kernel/random/boot_id")),
    host: digest(hostname()),
  };
  return cachedSelf;
}

/** When a process started, in clock ticks since boot; "gone" for a zombie. Linux only. */
function startOf(pid: string): string | undefined {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  // The second field, the program's name in brackets, may contain anything; we read the fields after it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields.length < 20) return undefined;
  return fields[0] === "Z" || fields[0] === "X" ? "gone" : fields[19];
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** The name of the file behind a symbolic link, so that two names of a journal share one lock. */
function realName(path: string): string {
  try {
    return basename(realpathSync(path));
  } catch {
    return basename(path);
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process has removed it.
  }
}
