/** A nats-server on a free port of this machine. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { WrongInput } from "../support/section.ts";

export interface Server {
  readonly address: string;
  close(): Promise<void>;
}

export async function startServer(): Promise<Server> {
  const path = `${process.env["PATH"]}:/usr/sbin`;
  const child = spawn("nats-server", ["-a", "127.0.0.1", "-p", "-1"], {
    env: { ...process.env, PATH: path },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const missing = new WrongInput("the benchmark of fleets needs nats-server: apt-get install nats-server");
  const port = await new Promise<string>((resolve, reject) => {
    let log = "";
    child.on("error", () => reject(missing));
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      log += text;
      const found = /client connections on \S+:(\d+)[\s\S]*Server is ready/u.exec(log);
      if (found !== null) resolve(found[1]);
    });
  });
  return {
    address: `nats://127.0.0.1:${port}`,
    async close() {
      child.kill();
      await once(child, "exit");
    },
  };
}
