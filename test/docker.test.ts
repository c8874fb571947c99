/** The image is built and used where Docker is there. */

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { run } from "../scripts/packed.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const hasDocker = spawnSync("docker", ["info"], { stdio: "ignore" }).status === 0;

test.skipIf(!hasDocker)("the Dockerfile makes an image that learns", { timeout: 600_000 }, () => {
  run("docker", ["build", "--quiet", "--tag", "hankel-test", "."], ROOT);
  const inside =
    "cd /tmp && hankel random --states 4 --out t.json && hankel learn t.json -qo l.json && hankel compare t.json l.json";
  const args = ["run", "--rm", "--entrypoint", "sh", "hankel-test", "-c", inside];
  expect(run("docker", args, ROOT)).toBe("equal\n");
});
