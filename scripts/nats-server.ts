/** A nats-server of one's own on a loopback port, for tests and benchmarks. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Debian installs the server where only the administrator's PATH leads. */
const ENVIRONMENT = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin:/usr/local/sbin` };

/** Is the server missing? */
export const missing = spawnSync("nats-server", ["--version"], { env: ENVIRONMENT }).error !== undefined;

/** Must it be installed? Continuous integration sets this. */
export const required = process.env["HANKEL_REQUIRE_NATS"] === "1";

/** Says once for each file of tests that they are skipped, and what to install. */
export function warnIfMissing(what: string): void {
  if (missing)
    process.stderr.write(`\n⚠ ${what}: skipped, nats-server is missing (apt-get install nats-server)\n`);
}

/**
 * Ports below those that systems give to connections: while a server is away, no connection can take its port, not even one
 * that a client opens to look for it. Processes that look at the same time begin at different ones.
 */
const PORTS = { from: 20_000, count: 12_000 };
let nextPort = (process.pid * 97) % PORTS.count;

/** A port of the loopback interface that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + (nextPort++ % PORTS.count);
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      continue;
    }
    server.close();
    await once(server, "close");
    return port;
  }
}

/** A server that can be killed and started again on the same port. */
export class NatsServer {
  readonly port: number;
  readonly url: string;
  readonly #args: readonly string[];
  #process: ChildProcess | undefined;

  constructor(port: number, args: readonly string[] = []) {
    this.port = port;
    this.url = `nats://127.0.0.1:${port}`;
    this.#args = args;
  }

  /** Starts one on a free port. */
  static async start(args: readonly string[] = []): Promise<NatsServer> {
    const server = new NatsServer(await freePort(), args);
    await server.start();
    return server;
  }

  /** Starts it, and waits until it listens. */
  async start(): Promise<void> {
    const args = ["--addr", "127.0.0.1", "--port", String(this.port), ...this.#args];
    const child = spawn("nats-server", args, { env: ENVIRONMENT, stdio: "ignore" });
    this.#process = child;
    while (!(await this.#listens())) {
      if (child.exitCode !== null) throw new Error(`nats-server does not listen on port ${this.port}`);
      await pause(10);
    }
  }

  /** Kills it. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }

  async #listens(): Promise<boolean> {
    const socket = connect(this.port, "127.0.0.1");
    try {
      await once(socket, "connect");
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  }
}
