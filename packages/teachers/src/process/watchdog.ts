import { type ChildProcess, spawn } from "node:child_process";
import type { Socket } from "node:net";

/** How long the groups have, in seconds, to notice that their input ended, and after that to react to SIGTERM. */
const GRACE = 1;

/**
 * A shell that reads which groups must not outlive this process. The end of its input means that this process is gone,
 * whatever ended it: the kernel closes the pipe. What a terminal sends to everybody does not end the shell.
 */
const SCRIPT = `
trap '' HUP INT QUIT TERM
groups=' '
while read -r verb group; do
  case $verb in
    add) groups="$groups$group " ;;
    remove) groups="\${groups%% $group *} \${groups#* $group }" ;;
  esac
done
for signal in TERM KILL; do
  [ "$groups" != ' ' ] || exit 0
  sleep ${GRACE}
  for group in $groups; do kill -s $signal -- "-$group"; done
done
`;

/**
 * The process groups of the programs that were started: none of them may outlive this process. They are killed when it exits.
 * If it is killed outright, a shell that watches it does the same. Windows has no process groups, and nothing watches there:
 * a program has to end by itself when its input ends.
 */
const groups = new Set<number>();
let watcher: ChildProcess | undefined;
let exits = false;

/** A program is about to be started: watches from here on, so that this process may be killed at any time. */
export function startWatching(): void {
  if (!exits) process.on("exit", () => groups.forEach((group) => signalGroup(group, "SIGKILL")));
  exits = true;
  if (process.platform !== "win32" && watcher === undefined) startShell();
}

/** From here on the group ends with this process. */
export function watch(group: number): void {
  groups.add(group);
  tell(`add ${group}`);
}

/** The group has ended. */
export function unwatch(group: number): void {
  if (groups.delete(group)) tell(`remove ${group}`);
}

function startShell(): void {
  const { PATH = "" } = process.env;
  let shell: ChildProcess;
  try {
    shell = spawn("/bin/sh", ["-c", SCRIPT], {
      stdio: ["pipe", "ignore", "ignore"],
      cwd: "/",
      env: { PATH },
      detached: true,
    });
  } catch {
    // The system has no room for it now: the next program tries again.
    return;
  }
  watcher = shell;
  // Where there is no shell, or it was killed, the next program tries again.
  const lost = () => {
    if (watcher === shell) watcher = undefined;
  };
  shell.on("error", lost).on("exit", lost).unref();
  // Without file descriptors it has no input, and an error follows.
  const input = shell.stdin as Socket | undefined;
  input?.on("error", lost).unref();
  for (const group of groups) tell(`add ${group}`);
}

function tell(line: string): void {
  watcher?.stdin?.write(`${line}\n`);
}

/** Sends a signal to a program and what it has started. */
export function signalGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === "win32" ? group : -group, signal);
  } catch {
    // It has ended already.
  }
}
