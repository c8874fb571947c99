import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  unlinkSync,
} from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { HankelError } from "@hankel/core";
import { realFile, systemError } from "./storage.ts";

/** While a process holds it, no other process writes to the journal. */
export interface Lock {
  /** Throws if another process has broken the lock: it may write to the journal, too. */
  check(): void;
  release(): void;
}

/** The process that holds a lock. It is written into a file name, because a file appears with its whole name or not at all. */
interface Holder {
  readonly pid: string;
  /** When the process started: the system may reuse the id of a process that has ended. */
  readonly start: string;
  /** The boot id of the machine: no process survives a reboot. Two containers of one machine share it. */
  readonly boot: string;
  /** The names of the machine. */
  readonly host: string;
  /** The namespace of the process ids: a container has its own, with ids that mean other processes elsewhere. */
  readonly space: string;
}

/** What can be known of a holder from here. */
type Fate = "running" | "ended" | "unseen";

/** How a lock is taken. */
export interface LockOptions {
  /**
   * Take the journal over from a process that cannot be seen from here, since it runs, or ran, on another machine or in
   * another container. If it still runs, it ends as soon as it sees that, before it writes again. A process that is seen
   * running keeps its lock.
   */
  readonly breakLock?: boolean | undefined;
  /** Is told when a lock is broken. */
  readonly report?: ((notice: string) => void) | undefined;
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
export async function lockJournal(path: string, options: LockOptions = {}): Promise<Lock> {
  // All names of a journal share one lock, in whatever folder the links are.
  const real = realFile(path);
  const folder = dirname(real);
  const prefix = `.${basename(real)}.lock.`;
  for (let attempt = 1; ; attempt++) {
    const own = join(folder, `${prefix}${nameOf(self())}.${randomBytes(6).toString("hex")}`);
    closeSync(openSync(own, "wx", 0o644));
    const other = otherHolder(folder, prefix, basename(own), options);
    if (other === undefined) return held(path, own);
    remove(own);
    if (attempt === TRIES) throw refused(path, other);
    await setTimeout(5 + Math.random() * 20 * attempt);
  }
}

/**
 * Frees a journal from a process that cannot be seen from here, as `breakLock` does, and reports it. Refuses while a process
 * that is seen has it open.
 */
export async function unlockJournal(path: string, report: (notice: string) => void): Promise<void> {
  let broken = false;
  const notice = (text: string) => {
    broken = true;
    report(text);
  };
  const lock = await lockJournal(path, { breakLock: true, report: notice }).catch((error: unknown) => {
    throw error instanceof HankelError ? error : systemError(error, `unlock ${path}`);
  });
  lock.release();
  if (broken) return;
  if (!existsSync(realFile(path))) throw new HankelError("usage", `there is no journal ${path}`);
  report(`the journal ${path} was not in use`);
}

function refused(path: string, { holder, fate }: Found): HankelError {
  const who =
    fate === "running"
      ? `process ${holder.pid}`
      : `process ${holder.pid} of another machine or container, which cannot be seen from here. If it has ended, ` +
        `hankel journal unlock ${path} takes the journal over; if not, both may write to it for a while`;
  return new HankelError("usage", `the journal ${path} is in use by ${who}`);
}

function held(path: string, own: string): Lock {
  const release = () => {
    process.off("exit", release);
    remove(own);
  };
  process.on("exit", release);
  const check = () => {
    if (existsSync(own)) return;
    const why = existsSync(dirname(own))
      ? "was taken over by another process, which broke the lock of this one"
      : "has gone with its folder";
    throw new HankelError("system", `the journal ${path} ${why}; nothing more is written to it`);
  };
  return { release, check };
}

/** A holder that keeps others from the lock. */
interface Found {
  readonly holder: Holder;
  readonly fate: Fate;
}

/** Another process that holds the lock, or may hold it. Removes the lock files of processes that have ended. */
function otherHolder(
  folder: string,
  prefix: string,
  own: string,
  { breakLock, report }: LockOptions,
): Found | undefined {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || name === own) continue;
    const holder = holderOf(name.slice(prefix.length));
    if (holder === undefined) continue;
    const fate = fateOf(holder);
    if (fate === "running" || (fate === "unseen" && !breakLock)) return { holder, fate };
    remove(join(folder, name));
    if (fate === "unseen")
      report?.(`the lock of process ${holder.pid}, which cannot be seen from here, is broken`);
  }
  return undefined;
}

function nameOf({ pid, start, boot, host, space }: Holder): string {
  return [pid, start, boot, host, space].join(".");
}

function holderOf(name: string): Holder | undefined {
  const match = /^(\d+)\.(\d+)\.([\da-f]+)\.([\da-f]+)\.([\da-f]+)\.[\da-f]+$/u.exec(name);
  if (match === null) return undefined;
  const [, pid, start, boot, host, space] = match;
  return { pid, start, boot, host, space };
}

function fateOf(holder: Holder): Fate {
  const me = self();
  const sameHost = holder.host === me.host;
  // Systems that tell no boot id are told apart by their names alone.
  const sameMachine = holder.boot === me.boot && (me.boot !== UNKNOWN || sameHost);
  if (!sameMachine) {
    // Outside of containers, a machine of the same names with another boot id has been started again.
    const outside = holder.space === OUTERMOST && me.space === OUTERMOST;
    return sameHost && outside ? "ended" : "unseen";
  }
  if (holder.space !== me.space) return "unseen";
  return isRunning(holder) ? "running" : "ended";
}

/** Is this process of our own namespace running? */
function isRunning({ pid, start }: Holder): boolean {
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  const found = startOf(pid);
  return found === undefined || found === start;
}

let cachedSelf: Holder | undefined;

function self(): Holder {
  cachedSelf ??= {
    pid: String(process.pid),
    start: startOf("self") ?? "0",
    boot: digest(orEmpty(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8"))),
    host: digest(hostname() + orEmpty(() => readFileSync("/etc/machine-id", "utf8"))),
    space: digest(orEmpty(() => readlinkSync("/proc/self/ns/pid"))),
  };
  return cachedSelf;
}

/** When a process started, in clock ticks since boot; "gone" for a zombie. Linux only. */
function startOf(pid: string): string | undefined {
  const text = orEmpty(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The second field, the program's name in brackets, may contain anything; we read the fields after it.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  if (fields.length < 20) return undefined;
  return fields[0] === "Z" || fields[0] === "X" ? "gone" : fields[19];
}

function orEmpty(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

const UNKNOWN = digest("");

/** The namespace of processes that are in no container: Linux always gives it this number. */
const OUTERMOST = digest("pid:[4026531836]");

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Another process has removed it.
  }
}
