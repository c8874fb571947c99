/** The tests in a real browser: serves the built folder under two paths, runs Playwright. Arguments go to Playwright. */

import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { serveFolder } from "../../../scripts/static-server.ts";
import { ADVICE, findBrowser, installBrowser } from "../../studio/scripts/browser.ts";

if (findBrowser() === undefined) installBrowser();
const browser = findBrowser();
if (browser === undefined) {
  console.error(ADVICE);
  process.exit(1);
}

const folder = fileURLToPath(new URL("../dist/", import.meta.url));
const servers = await Promise.all(["/", "/some/where/else/"].map((path) => serveFolder(folder, { path })));
const playwright = createRequire(import.meta.url).resolve("@playwright/test/cli");
const child = spawn(process.execPath, [playwright, "test", ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL("..", import.meta.url)),
  env: {
    ...process.env,
    CHROMIUM: browser,
    SITE_ADDRESSES: servers.map(({ address }) => address).join(" "),
  },
  stdio: "inherit",
});
child.on("exit", (code) => {
  for (const { server } of servers) {
    server.close();
    server.closeAllConnections();
  }
  process.exitCode = code ?? 1;
});
