/**
 * Learns real servers without code: the mapper files of examples/servers, on a web application in Node, and on what Debian has:
 * aiosmtpd, vsftpd, redis-server and mosquitto, each on loopback in a temporary folder. A server that is missing is skipped with a
 * warning; HANKEL_REQUIRE_SERVERS=1 makes that a failure.
 */

import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { machineSize, readHankel, requireMachine, runMachine, toWdfsa, writeHankel } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { freePort } from "../scripts/nats-server.ts";

const path = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const HANKEL = path("packages/hankel/bin/hankel.js");
/** Debian installs servers where only the administrator's PATH leads. */
const PATH = `${process.env["PATH"]}:/usr/sbin:/usr/local/sbin`;
/** Servers of root's run as nobody. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const has = (command: string, ...args: string[]) =>
  spawnSync(command, args, { env: { ...process.env, PATH }, input: "" }).error === undefined;
const python = ["/usr/bin/python3", "python3"].find(
  (command) => spawnSync(command, ["-c", "import aiosmtpd"]).status === 0,
);

const installed = {
  "python3-aiosmtpd": python !== undefined,
  vsftpd: has("vsftpd", "-v"),
  "redis-server": has("redis-server", "--version"),
  mosquitto: has("mosquitto", "-h"),
};
const missing = Object.entries(installed).flatMap(([name, there]) => (there ? [] : [name]));
if (missing.length > 0) {
  process.stderr.write(`\n⚠ servers that are not learned: apt-get install ${missing.join(" ")}\n`);
}

test.runIf(process.env["HANKEL_REQUIRE_SERVERS"] === "1")("all servers are installed, as required", () => {
  expect(missing).toEqual([]);
});

/** A server in a temporary folder, which ends with the test. */
async function serving(
  start: (port: number, folder: string) => readonly [command: string, ...args: string[]],
): Promise<{ readonly address: string } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), "hankel-server-"));
  const port = await freePort();
  const [command, ...args] = start(port, folder);
  chmodSync(folder, 0o755);
  if (NOBODY.uid !== undefined) chownSync(folder, NOBODY.uid, NOBODY.gid);
  const server = spawn(command, args, {
    cwd: folder,
    stdio: "ignore",
    env: { ...process.env, PATH },
    ...NOBODY,
  });
  const stop = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill("SIGKILL");
      await once(server, "exit");
    }
    rmSync(folder, { recursive: true });
  };
  try {
    await listening(port, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address: `127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
}

async function listening(port: number, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return;
    } catch {
      await setTimeout(20);
    } finally {
      socket.destroy();
    }
  }
  throw new Error(`the server did not start: it ended with ${server.exitCode}`);
}

async function hankel(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [HANKEL, ...args]);
  return stdout;
}

/** What is learned of a server by a mapper of the examples. */
async function learned(address: string, mapper: string, ...options: string[]) {
  const file = path(`examples/servers/${mapper}.yaml`);
  const text = await hankel("learn", address, "--mapper", file, "--quiet", ...options);
  const machine = requireMachine(toWdfsa(readHankel(text)));
  return {
    text,
    states: machineSize(machine),
    run: (word: string) => runMachine(machine, word.split(" ")).join(" | "),
  };
}

describe("a web application with a login", () => {
  test("is the machine in the documents", async () => {
    await using server = await serving((port) => [
      process.execPath,
      path("examples/servers/login.mjs"),
      String(port),
    ]);
    const address = `http://${server.address}`;
    const { text } = await learned(address, "login", "--alphabet", "home login logout");
    expect(text).toBe(writeHankel(readHankel(readFileSync(path("docs/images/login.json"), "utf8"))));
    const { states, run } = await learned(address, "login", "--equivalence", "states:10");
    expect(states).toBe(10);
    expect(run("login home login home logout home logout")).toBe(
      "forged | Welcome | to / | Hello ada | to /login | Welcome | to /login",
    );
    expect(run("home login logout")).toBe("Welcome | to / | forged");
    expect(run("home guess guess guess login home")).toBe(
      "Welcome | Wrong password | Wrong password | Wrong password | locked | Welcome",
    );
  });
});

describe.runIf(installed["python3-aiosmtpd"])("a mail server", () => {
  const smtp = () =>
    serving((port) => [
      python as string,
      ..."-m aiosmtpd -n -c aiosmtpd.handlers.Sink -l".split(" "),
      `127.0.0.1:${port}`,
    ]);

  test("takes a mail step by step", async () => {
    await using server = await smtp();
    const { states, run } = await learned(
      `tcp://${server.address}`,
      "smtp",
      "--alphabet",
      "HELO MAIL RCPT DATA QUIT",
      "--workers",
      "16",
      "--equivalence",
      "wp:0",
    );
    expect(states).toBe(6);
    expect(run("MAIL HELO MAIL RCPT DATA HELO QUIT")).toBe("503 | 250 | 250 | 250 | 354 | timeout | timeout");
    expect(run("HELO QUIT HELO")).toBe("250 | 221 | closed");
  });

  test("is tested against what was learned, and tried", async () => {
    await using server = await smtp();
    const address = `tcp://${server.address}`;
    const mapper = path("examples/servers/smtp.yaml");
    const folder = mkdtempSync(join(tmpdir(), "hankel-smtp-"));
    try {
      const model = join(folder, "model.json");
      const journal = join(folder, "run.jsonl");
      // Nobody is silent here, so the limit may be long: a busy machine is slow.
      const patient = join(folder, "patient.yaml");
      writeFileSync(patient, readFileSync(mapper, "utf8").replace("timeout: 250ms", "timeout: 10s"));
      const more = ["--mapper", patient, "--alphabet", "HELO MAIL QUIT", "--quiet"];
      await hankel("learn", address, ...more, "--out", model, "--journal", journal);
      expect(readFileSync(journal, "utf8").split("\n").length).toBeGreaterThan(100);
      expect(await hankel("test", model, address, ...more)).toBe("");
      const shown = await hankel("try", address, "--mapper", mapper, "HELO", "QUIT", "HELO");
      expect(shown).toMatch(/^connected to tcp:.*\n {2}← \d+ bytes received, .*\n {4}32 32 30 20 /u);
      expect(shown).toMatch(
        /^HELO\n {2}→ 21 bytes sent, .* ms\n {4}48 45 4c 4f 20 63 6c 69 65 6e 74 2e 65 78 61 6d {2}HELO client\.exam$/mu,
      );
      expect(shown.match(/^ {2}= .*$/gmu)).toEqual(["  = 250", "  = 221", "  = closed"]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test.runIf(installed.vsftpd)("an FTP server lets in who logs in", async () => {
  await using server = await serving((port, folder) => {
    mkdirSync(join(folder, "files"), { mode: 0o555 });
    const settings = {
      listen: "YES",
      listen_address: "127.0.0.1",
      listen_port: port,
      background: "NO",
      run_as_launching_user: "YES",
      one_process_model: "YES",
      anonymous_enable: "YES",
      local_enable: "NO",
      anon_root: join(folder, "files"),
      secure_chroot_dir: join(folder, "files"),
      ftp_username: "nobody",
      xferlog_enable: "NO",
      seccomp_sandbox: "NO",
      delay_failed_login: 0,
    };
    const file = join(folder, "vsftpd.conf");
    writeFileSync(
      file,
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(""),
    );
    if (NOBODY.uid !== undefined) chownSync(file, NOBODY.uid, NOBODY.gid);
    return ["vsftpd", file];
  });
  const { states, run } = await learned(`tcp://${server.address}`, "ftp", "--workers", "4");
  expect(states).toBe(5);
  expect(run("PWD PASS USER PASS PWD PASV EPSV PASV QUIT PWD")).toBe(
    "530 | 503 | 331 | 230 | 257 | 227 | 200 | 550 | 221 | closed",
  );
});

test.runIf(installed["redis-server"])("Redis gives up a transaction with an unknown command", async () => {
  await using server = await serving((port, folder) => [
    "redis-server",
    ..."--bind 127.0.0.1 --appendonly no --save".split(" "),
    "",
    "--port",
    String(port),
    "--dir",
    folder,
  ]);
  const { states, run } = await learned(`tcp://${server.address}`, "redis");
  expect(states).toBe(7);
  expect(run("EXEC MULTI SET unknown EXEC GET MULTI SET EXEC GET")).toBe(
    "ERR | OK | QUEUED | ERR | EXECABORT | nothing | OK | QUEUED | results | open",
  );
});

test.runIf(installed.mosquitto)("a broker of MQTT delivers to its subscriber", async () => {
  await using server = await serving((port, folder) => {
    const file = join(folder, "mosquitto.conf");
    const settings = [
      `listener ${port} 127.0.0.1`,
      "allow_anonymous true",
      "persistence false",
      "log_dest none",
      "set_tcp_nodelay true",
    ];
    writeFileSync(file, `${settings.join("\n")}\n`);
    return ["mosquitto", "-c", file];
  });
  const { states, run } = await learned(`tcp://${server.address}`, "mqtt", "--workers", "8");
  expect(states).toBe(6);
  expect(run("CONNECT PUBLISH SUBSCRIBE PUBLISH PUBLISH2 PUBREL PINGREQ DISCONNECT PINGREQ")).toBe(
    "CONNACK 00 | PUBACK | SUBACK | PUBACK and the message | PUBREC | PUBCOMP and the message | PINGRESP | closed | closed",
  );
  expect(run("PINGREQ CONNECT")).toBe("closed | closed");
  expect(run("CONNECT CONNECT")).toBe("CONNACK 00 | closed");
});
