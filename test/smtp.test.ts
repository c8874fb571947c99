/**
 * Learns the session of a real SMTP server, Debian's python3-aiosmtpd, on loopback: what docs/machines.md shows. Without
 * the server the tests are skipped with a warning; HANKEL_REQUIRE_SMTP=1 makes that a failure.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readHankel, requireMachine, runMachine, toWdfsa, writeHankel } from "@hankel/core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../scripts/nats-server.ts";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const HANKEL = path("packages/hankel/bin/hankel.js");
const CLIENT = path("examples/teachers/python/smtp.py");

/** Debian installs the server for its own Python. */
const python = ["/usr/bin/python3", "python3"].find(
  (command) => spawnSync(command, ["-c", "import aiosmtpd"]).status === 0,
);
if (python === undefined) {
  process.stderr.write(
    "\n⚠ no SMTP server to learn: aiosmtpd is missing (apt-get install python3-aiosmtpd)\n",
  );
}

test.runIf(process.env["HANKEL_REQUIRE_SMTP"] === "1")("an SMTP server is installed, as required", () => {
  expect(python).toBeDefined();
});

describe.runIf(python !== undefined)("the session of an SMTP server", () => {
  let server: ChildProcess;
  let address: string;

  beforeAll(async () => {
    const port = await freePort();
    address = `127.0.0.1:${port}`;
    const args = ["-m", "aiosmtpd", "-n", "-c", "aiosmtpd.handlers.Sink", "-l", address];
    server = spawn(python as string, args, { stdio: "ignore" });
    await listening(port, server);
  });

  afterAll(async () => {
    server.kill();
    await once(server, "exit");
  });

  const learn = (...options: string[]) => {
    const args = [HANKEL, "learn", "--quiet", ...options, "--", "python3", CLIENT, address];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect({ stderr, status }).toEqual({ stderr: "", status: 0 });
    return stdout;
  };

  test("is the machine in the documents", () => {
    const learned = learn("--alphabet", "HELO MAIL RCPT DATA message QUIT");
    expect(learned).toBe(writeHankel(readHankel(readFileSync(path("docs/images/smtp.json"), "utf8"))));
    const machine = requireMachine(toWdfsa(readHankel(learned)));
    const word = ["MAIL", "HELO", "MAIL", "RCPT", "DATA", "QUIT", "message", "QUIT", "HELO"];
    expect(runMachine(machine, word)).toEqual([
      "503",
      "250",
      "250",
      "250",
      "354",
      "",
      "250",
      "221",
      "closed",
    ]);
  });

  test("ends at the fifth unknown command, so it has 26 states", () => {
    const facts = JSON.parse(learn("--json", "--workers", "4")) as {
      states: number;
    };
    expect(facts.states).toBe(26);
  });
});

/** Waits until the server greets. */
async function listening(port: number, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "data");
      return;
    } catch {
      await setTimeout(50);
    } finally {
      socket.destroy();
    }
  }
  throw new Error("the SMTP server did not start");
}
