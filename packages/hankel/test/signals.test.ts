/** Signals, closed terminals and time limits end the command, the black box and what the black box has started. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectEnd, pidsIn, STUBBORN } from "../../teachers/test/support/running.ts";
import { automatonText, test, type Workplace } from "./support/hankel.ts";
import { RunningCommand, type RunningOptions } from "./support/running-command.ts";

const BIN = fileURLToPath(new URL("../bin/hankel.js", import.meta.url));

/** A stubborn program that is silent after so many answers, and then never reads its input again. */
const HANGS = `${STUBBORN}
import { createInterface } from "node:readline";
let left = Number(process.argv[2]);
const lines = createInterface({ input: process.stdin });
console.log(JSON.stringify({ hankel: 1, semifield: "rational", alphabet: ["a", "b"] }));
lines.on("line", (line) => {
  const { id, weigh } = JSON.parse(line);
  if (left-- > 0) console.log(JSON.stringify({ id, weights: weigh.map((word) => 2 ** word.filter((x) => x === "a").length) }));
  else console.error("hangs");
});
`;

/** Waits for the end of the command, and expects that nothing of it runs on. */
async function expectNothingLeft(running: RunningCommand): Promise<{ code: unknown; by: unknown }> {
  const end = await running.ended;
  await expectEnd(pidsIn(running.stderr));
  return end;
}

/** A command whose black box hangs; its clock is held if there is a step. */
async function hanging(
  place: Workplace,
  options: readonly string[] = [],
  clock: RunningOptions = {},
): Promise<RunningCommand> {
  await place.write("box.mjs", HANGS);
  const args = [
    "learn",
    "--out",
    "best.json",
    "--journal",
    "j",
    ...options,
    "--",
    process.execPath,
    "box.mjs",
    "3",
  ];
  const running = new RunningCommand(place, args, clock);
  await running.until(/hangs/u);
  return running;
}

describe.concurrent("a command whose black box hangs", () => {
  test.for([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("ends on %s, with the best automaton", async ([signal, code], { place }) => {
    const running = await hanging(place, [], { clockStep: 1000 });
    running.child.kill(signal);
    await running.passTimeUntilEnd();
    expect(await expectNothingLeft(running)).toEqual({ code, by: null });
    expect(running.stderr).toMatch(/hankel: stopped: cancelled; the best automaton so far has/u);
    readHankel(await place.read("best.json"));
    expect(await place.files()).toEqual(["best.json", "box.mjs", "j"]);
  });

  test("ends at once on SIGQUIT", async ({ place }) => {
    const running = await hanging(place);
    running.child.kill("SIGQUIT");
    expect(await expectNothingLeft(running)).toEqual({ code: 131, by: null });
    expect(await place.files()).toEqual(["box.mjs", "j"]);
  });

  test("ends at once on a second Ctrl-C, but not on the same one that npm passes on", async ({ place }) => {
    const running = await hanging(place, [], { clockStep: 60 });
    for (const time of [60, 120]) {
      running.child.kill("SIGINT");
      await running.until(/Ctrl-C came/u, time / 60);
      await running.letTimePass();
      expect(running.stderr).toContain(`the clock: ${time}\n`);
    }
    running.child.kill("SIGINT");
    expect(await expectNothingLeft(running)).toEqual({ code: 130, by: null });
    expect(running.stderr).not.toContain("stopped");
  });

  test("leaves nothing when it is killed outright", async ({ place }) => {
    const running = await hanging(place);
    running.child.kill("SIGKILL");
    expect(await expectNothingLeft(running)).toEqual({ code: null, by: "SIGKILL" });
  });

  test("ends when the time is up, with the best automaton", async ({ place }) => {
    const running = await hanging(place, ["--max-seconds", "6"], { clockStep: 1000 });
    // Beyond the limit, the answers under way are waited for two seconds; to write the automaton takes no time of the held clock.
    for (let second = 1; second <= 9; second++) await running.letTimePass();
    while (!(await place.files()).includes("best.json")) await setTimeout(20);
    await running.passTimeUntilEnd();
    expect(await expectNothingLeft(running)).toEqual({ code: 4, by: null });
    expect(running.stderr).toMatch(
      /hankel: stopped: more than 6 seconds have passed; the best automaton so far/u,
    );
    readHankel(await place.read("best.json"));
  });

  test("ends when its terminal is closed", async ({ place }) => {
    await place.write("box.mjs", HANGS);
    await place.write(
      "terminal.py",
      `import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
seen = b""
while b"hangs" not in seen:
    seen += os.read(fd, 65536)
os.close(fd)
print(seen.decode(errors="replace"), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`,
    );
    const args = ["learn", "--out", "best.json", "--", process.execPath, "box.mjs", "3"];
    const child = spawn("python3", ["terminal.py", process.execPath, BIN, ...args], {
      cwd: place.folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
    });
    await once(child, "close");
    expect(said).toMatch(/ 129\n$/u);
    await expectEnd(pidsIn(said));
    readHankel(await place.read("best.json"));
  });
});

/** The certificate of a rank of 1. */
const CERTIFICATE = JSON.stringify({
  format: "hankel-certificate/1",
  semifield: "rational",
  alphabet: ["a", "b"],
  states: 2,
  prefixes: [[]],
  suffixes: [[]],
});

describe.concurrent("a command whose black box never starts", () => {
  const never = ["--", process.execPath, "box.mjs"];
  test.for([
    ["learn", []],
    ["evaluate", ["t.json"]],
    ["spectral", []],
    ["check", ["t.json", "--certificate", "c.json"]],
    ["worker", ["nats://127.0.0.1:1/nobody"]],
  ] as const)("ends on SIGTERM: %s", async ([command, options], { place }) => {
    await place.write("box.mjs", STUBBORN);
    await place.write("t.json", automatonText());
    await place.write("c.json", CERTIFICATE);
    const running = new RunningCommand(place, [command, ...options, ...never]);
    await running.until(/pids/u);
    running.child.kill("SIGTERM");
    expect([await expectNothingLeft(running), running.stderr]).toEqual([
      { code: 143, by: null },
      running.stderr,
    ]);
    expect(running.stderr).not.toMatch(/internal error|cancelled/u);
  });

  test("ends when the time is up", async ({ place }) => {
    await place.write("box.mjs", STUBBORN);
    const running = new RunningCommand(place, ["learn", "--max-seconds", "1", ...never]);
    expect((await running.ended).code).toBe(4);
    expect(running.stderr).toContain(
      "hankel: more than 1 second has passed, and the black box has not started: nothing was learned",
    );
  });

  test("ends when the time is up, although the server asks to wait for ten minutes", async ({ place }) => {
    const server = createServer((_request, response) => {
      response.writeHead(429, { "retry-after": "599" }).end();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const running = new RunningCommand(place, ["learn", "--max-seconds", "1", url], {
      clockStep: 1000,
    });
    await running.until(/trying again in 599\.\d s\n/u);
    expect(await running.passTimeUntilEnd()).toEqual({ code: 4, by: null });
    expect(running.stderr).toMatch(
      /the clock: 1000\n(the clock: \d+\n)*hankel: more than 1 second has passed/u,
    );
    server.closeAllConnections();
    server.close();
  });
});
