/**
 * A fleet over two hosts: network namespaces with a cable between them, the server and the learner in one, workers in both.
 * That takes the rights of an administrator; without them the test is skipped with a warning.
 */

import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { natsServer, outcome, type Running, Stage } from "./support.ts";

const HOSTS = [
  { name: `hankel-a-${process.pid}`, cable: "hankela", address: "10.213.77.1" },
  { name: `hankel-b-${process.pid}`, cable: "hankelb", address: "10.213.77.2" },
] as const;

function ip(...args: readonly string[]): boolean {
  return spawnSync("ip", args).status === 0;
}

/** Two hosts with a cable between them; false if that is not permitted here. */
function build(): boolean {
  const [a, b] = HOSTS;
  return (
    HOSTS.every(({ name }) => ip("netns", "add", name)) &&
    ip("-n", a.name, "link", "add", a.cable, "type", "veth", "peer", "name", b.cable, "netns", b.name) &&
    HOSTS.every(
      ({ name, cable, address }) =>
        ip("-n", name, "address", "add", `${address}/24`, "dev", cable) &&
        ip("-n", name, "link", "set", cable, "up") &&
        ip("-n", name, "link", "set", "lo", "up"),
    )
  );
}

function remove(): void {
  for (const { name } of HOSTS) ip("netns", "delete", name);
}

const possible = natsServer !== undefined && build();
if (!possible) {
  remove();
  process.stderr.write(
    "\n⚠ no fleet over two hosts is tested: that takes nats-server, ip and the rights of root\n",
  );
}

describe.runIf(possible)("a fleet over two hosts", () => {
  const stage = new Stage();
  const on = (host: 0 | 1) => ["ip", "netns", "exec", HOSTS[host].name];
  let server: string;

  beforeAll(async () => {
    const port = await stage.server(["-a", HOSTS[0].address], {}, on(0));
    server = `nats://${HOSTS[0].address}:${port}`;
  });

  afterAll(async () => {
    await stage.close();
    remove();
  });

  /** After sixty words it says so, and waits for a file named go: the cable is pulled out in the middle of a run. */
  const box = () => {
    const path = stage.file("box.mjs");
    writeFileSync(
      path,
      'import { existsSync } from "node:fs";\n' +
        'export const alphabet = ["sun", "rain"], semifield = "tropical";\n' +
        `const held = () => !existsSync(${JSON.stringify(stage.file("go"))});\n` +
        "let words = 0;\n" +
        "export async function weigh(word) {\n" +
        '  if (++words > 60 && held()) console.error("held");\n' +
        "  while (words > 60 && held()) await new Promise((resolve) => setTimeout(resolve, 10));\n" +
        '  return word.filter((day) => day === "rain").length % 5;\n' +
        "}\n",
    );
    return [path];
  };
  const worker = (host: 0 | 1) =>
    stage.hankel(["worker", `${server}/weather`, "--id", `host-${host}`, ...box()], {}, on(host));
  const learn = (journal: string, target: readonly string[], within: readonly string[] = []) => {
    const options = [
      "--quiet",
      "--equivalence",
      "walk:200",
      "--fingerprint",
      "one",
      "--journal",
      stage.file(journal),
    ];
    return stage.hankel(["learn", ...options, ...target], {}, within);
  };
  const answered = async (running: Running) => {
    running.process.kill("SIGINT");
    const { stderr } = await running.ended;
    return Number(/left the fleet; (\d+) words? answered/u.exec(stderr)?.[1]);
  };

  test("learns what a local box does, also when the cable is pulled out for a while", async () => {
    writeFileSync(stage.file("go"), "");
    const alone = await learn("alone.jsonl", [...box(), "--workers", "4"]).ended;
    rmSync(stage.file("go"));
    // As long as it is the only one, all words are for the worker behind the cable.
    const far = worker(1);
    const run = learn("fleet.jsonl", [`${server}/weather`], on(0));
    await far.said(/held/u);
    const near = worker(0);
    await near.said(/at work/u);
    ip("-n", HOSTS[1].name, "link", "set", HOSTS[1].cable, "down");
    await setTimeout(1000);
    expect(run.process.exitCode).toBe(null);
    ip("-n", HOSTS[1].name, "link", "set", HOSTS[1].cable, "up");
    writeFileSync(stage.file("go"), "");
    const fleet = await run.ended;
    expect(outcome(fleet)).toEqual(outcome(alone));
    expect(fleet.status).toBe(0);
    const read = (name: string) => readFileSync(stage.file(name), "utf8");
    expect(read("fleet.jsonl")).toBe(read("alone.jsonl"));
    for (const running of [far, near]) expect(await answered(running)).toBeGreaterThan(0);
  });
});
