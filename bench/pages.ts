/**
 * How soon and how large the pages of the site and the studio are in a browser, and what axe finds in them.
 *
 *     npm run build:site && npm run bench -- pages [--quick]
 */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium } from "@playwright/test";
import { ADVICE, findBrowser } from "../apps/studio/scripts/browser.ts";
import { serveFolder } from "../scripts/static-server.ts";
import type { Goal } from "./support/result.ts";
import { type Findings, progress, runSections, type Section, type Settings } from "./support/section.ts";

const SITE = fileURLToPath(new URL("../apps/site/dist/", import.meta.url));

/** One of each kind, the longest two, and the studio. */
const PAGES = [
  ["first page", "index.html"],
  ["concepts", "concepts.html"],
  ["a task", "how-to/program.html"],
  ["benchmarks", "benchmarks.html"],
  ["API of `hankel`", "api/hankel.html"],
  ["theory", "theory.html"],
  ["studio", "studio/index.html"],
  ["studio, a run", "studio/index.html#example=even"],
] as const;

/** A phone on a slow connection: 1.6 Mbit/s, 150 ms there and back, a processor of a quarter of the speed. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** A guard against a page that never comes to rest. */
const LONGEST = 300_000;

interface Loaded {
  readonly paint: number;
  readonly bytes: number;
  readonly zipped: number;
  readonly requests: number;
}

const loading: Section = {
  name: "loading",
  title: "Pages in a browser",
  about:
    "The built site in Debian's Chromium, with an empty cache, from a server on this machine that does not compress. *kB* is all that the page " +
    "loads, *gzipped* the same as most servers send it. *First paint* is when the first text or picture is seen; *slow* is with 1.6 Mbit/s, 150 ms " +
    "there and back, uncompressed, and a processor of a quarter of the speed. Medians. *axe* counts the rules of axe-core that a page breaks, light and dark together.",
  async measure({ quick }: Settings): Promise<Findings> {
    const executablePath = findBrowser();
    if (executablePath === undefined) throw new Error(ADVICE);
    if (!existsSync(`${SITE}index.html`)) throw new Error("the site is missing: run npm run build:site");
    const { server, address } = await serveFolder(SITE);
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
    try {
      const rows: (string | number)[][] = [];
      for (const [name, path] of PAGES) {
        progress(name);
        const turns = quick ? 1 : 3;
        const fast = await times(turns, () => load(browser, `${address}${path}`, false));
        const slow = await times(turns, () => load(browser, `${address}${path}`, true));
        const { bytes, zipped, requests } = fast[0];
        const faults = await broken(browser, `${address}${path}`);
        rows.push([name, requests, bytes / 1000, zipped / 1000, median(fast), median(slow), faults]);
      }
      const columns = [
        { name: "page" },
        { name: "requests" },
        { name: "kB" },
        { name: "gzipped kB" },
        { name: "first paint, ms" },
        { name: "slow, ms" },
        { name: "axe" },
      ];
      return { columns, rows, goals: [axeGoal(rows)] };
    } finally {
      await browser.close();
      server.close();
      server.closeAllConnections();
    }
  },
};

async function times(count: number, work: () => Promise<Loaded>): Promise<Loaded[]> {
  const all: Loaded[] = [];
  for (let i = 0; i < count; i++) all.push(await work());
  return all;
}

function median(all: readonly Loaded[]): number {
  return all.map(({ paint }) => paint).toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
}

/** Opens a page with an empty cache. */
async function load(browser: Browser, address: string, slow: boolean): Promise<Loaded> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST);
  const bodies: Promise<Buffer>[] = [];
  page.on("requestfinished", (request) => {
    bodies.push(
      request
        .response()
        .then((response) => response?.body() ?? Buffer.alloc(0))
        .catch(() => Buffer.alloc(0)),
    );
  });
  if (slow) {
    const session = await context.newCDPSession(page);
    await session.send("Network.emulateNetworkConditions", SLOW);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  await page.goto(address, { waitUntil: "networkidle" });
  const paint = await page.evaluate(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
  );
  const contents = await Promise.all(bodies);
  await context.close();
  return {
    paint,
    requests: contents.length,
    bytes: contents.reduce((sum, { length }) => sum + length, 0),
    zipped: contents.reduce((sum, body) => sum + gzipSync(body).length, 0),
  };
}

/** How many rules a page breaks, in light and in dark. */
async function broken(browser: Browser, address: string): Promise<number> {
  const rules = new Set<string>();
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1366, height: 768 } });
    const page = await context.newPage();
    page.setDefaultTimeout(LONGEST);
    await page.goto(address, { waitUntil: "networkidle" });
    const { violations } = await new AxeBuilder({ page }).analyze();
    for (const { id } of violations) rules.add(`${colorScheme} ${id}`);
    await context.close();
  }
  if (rules.size > 0) progress(`${address}: ${[...rules].join(", ")}`);
  return rules.size;
}

function axeGoal(rows: readonly (readonly (string | number)[])[]): Goal {
  const faults = rows.reduce((sum, row) => sum + Number(row.at(-1)), 0);
  return { goal: "axe finds nothing", found: `${faults} broken rules`, met: faults === 0 };
}

export function run(args: readonly string[]): Promise<void> {
  return runSections("pages", [loading], args);
}
