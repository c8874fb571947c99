/** The tests in a real browser: finds or installs it, serves the built page, runs Playwright. Arguments go to Playwright. */

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { serve } from "../test/server.ts";
import { ADVICE, findBrowser, installBrowser } from "./browser.ts";

if (findBrowser() === undefined) installBrowser();
const browser = findBrowser();
if (browser === undefined) {
  console.error(ADVICE);
  process.exit(1);
}

const { server, address } = await serve();
const playwright = createRequire(import.meta.url).resolve("@playwright/test/cli");
const child = spawn(process.execPath, [playwright, "test", ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  env: { ...process.env, CHROMIUM: browser, STUDIO_ADDRESS: address },
  stdio: "inherit",
});
child.on("exit", (code) => {
  server.close();
  server.closeAllConnections();
  process.exitCode = code ?? 1;
});
