import { createHash, randomBytes } from "node:crypto";
import { closeSync, openSync, readdirSync, readFileSync, realpathSync, unlinkSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { HankelError } from "@hankel/core";

/** While it is held no other process writes to the journal. */
export interface Lock {
  release(): void;
}

/** Who holds a lock; it stands in the name of a file, so that it is there whole or not at all. */
interface Holder {
  readonly pid: string;
  /** When the process started: the number of a process that has ended may be another's now. */
  readonly start: string;
  /** Which run of the machine; after a restart nobody from before is left. */
  readonly boot: string;
  readonly host: string;
}

/** Two that meet at the door step back and try again, so often. */
const TRIES = 6;

/**
 * Locks a journal. Everyone who wants it first puts down a file of their own, then looks whether anyone else's is there
 * whose process lives; if so they take theirs away again. Of two that come at once the later one to look sees the other:
 * never do both go on. A crash leaves a file behind, but of a process that is no more, and the next one removes it.
 *
 * The system's own locks are out of reach without native code, and a single lock file cannot be taken over from the
 * dead without a race between those who find it.
 */
export async function lockJournal(path: string): Promise<Lock> {
  const folder = realpathSync(dirname(path));
  const prefix = `.${realName(path)}.lock.`;
  for (let attempt = 1; ; attempt++) {
    const own = join(folder, `${prefix}${nameOf(self())}.${randomBytes(6).toString("hex")}`);
    closeSync(openSync(own, "wx", 0o644));
    const other = livingOther(folder, prefix, basename(own));
    if (other === undefined) return held(own);
    remove(own);
    if (attempt === TRIES) throw refused(path, other);
    await setTimeout(5 + Math.random() * 20 * attempt);
  }
}

function refused(path: string, { holder, file }: { holder: Holder; file: string }): HankelError {
  const away = holder.host !== self().host;
  const who = away ? "a process on another machine" : `process ${holder.pid}`;
  const advice = away ? `; if it is no more, remove ${file}` : "";
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

/** Somebody else who holds the lock and lives; the files of the dead are removed on the way. */
function livingOther(
  folder: string,
  prefix: string,
  own: string,
): { holder: Holder; file: string } | undefined {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || name === own) continue;
    const holder = holderOf(name.slice(prefix.length));
    if (holder === undefined) continue;
    const file = join(folder, name);
    if (lives(holder)) return { holder, file };
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

function lives(holder: Holder): boolean {
  const me = self();
  // What runs on another machine cannot be seen from here.
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

let known: Holder | undefined;

function self(): Holder {
  known ??= {
    pid: String(process.pid),
    start: startOf("self") ?? "0",
    boot: digest(readQuietly("/proc/sys/kernel/random/boot_id")),
    host: digest(hostname()),
  };
  return known;
}

/** When a process started, in ticks since the machine did; "gone" for one that only waits to be buried. Linux only. */
function startOf(pid: string): string | undefined {
  const text = readQuietly(`/proc/${pid}/stat`);
  // The second field, the name of the program, may hold anything; what counts starts behind its bracket.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields.length < 20) return undefined;
  return fields[0] === "Z" || fields[0] === "X" ? "gone" : fields[19];
}

function readQuietly(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/** The name of the file that a link leads to, so that two names for a journal have one lock. */
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
    // Somebody else was faster.
  }
}
