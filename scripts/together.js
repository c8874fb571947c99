/**
 * Runs scripts of package.json at the same time, since each of them leaves a core idle now and then:
 *
 *     node scripts/together.js check:tests check:style
 *
 * Each prints when it has ended. Fails if one of them fails.
 */

import { spawn } from "node:child_process";

/** The npm that runs this: Windows cannot start `npm` without a shell. */
const [command, ...before] =
  process.env["npm_execpath"] === undefined ? ["npm"] : [process.execPath, process.env["npm_execpath"]];

const run = (name) =>
  new Promise((resolve) => {
    const args = [...before, "run", "--silent", name];
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => chunks.push(chunk));
    child.on("error", (error) => resolve({ name, failed: true, said: `${error.message}\n` }));
    child.on("close", (code) => resolve({ name, failed: code !== 0, said: Buffer.concat(chunks) }));
  });

await Promise.all(
  process.argv.slice(2).map(async (script) => {
    const { name, failed, said } = await run(script);
    process.stdout.write(said);
    if (!failed) return;
    console.error(`${name} failed`);
    process.exitCode = 1;
  }),
);
