/**
 * How soon and how large the pages of the site and the studio are in a browser, what axe finds in them, and what holds up the studio.
 *
 *     npm run build:site && npm run bench -- pages [--quick]
 */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "@playwright/test";
import { ADVICE, findBrowser } from "../apps/studio/scripts/browser.ts";
import { type PlainSpec, toFragment } from "../apps/studio/src/engine/spec.ts";
import { longestTask } from "../scripts/longest-task.ts";
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

/** The first view of the studio may weigh so much, in thousands of bytes as they are sent. */
const FIRST_VIEW = 300;
/** No step may hold up the page for longer, in milliseconds. */
const HELD_UP = 100;

/** What a server has sent. */
type Sent = Map<string, Buffer>;

async function withBrowser<T>(
  work: (browser: Browser, address: string, sent: Sent) => Promise<T>,
): Promise<T> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error(ADVICE);
  if (!existsSync(`${SITE}index.html`)) throw new Error("the site is missing: run npm run build:site");
  const sent: Sent = new Map();
  const { server, address } = await serveFolder(SITE, { served: (file, body) => sent.set(file, body) });
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    return await work(browser, address, sent);
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
}

const loading: Section = {
  name: "loading",
  title: "Pages in a browser",
  about:
    "The built site in Debian's Chromium, with an empty cache, from a server on this machine that does not compress. *kB* is all that the page and " +
    "its workers load, *gzipped* and *brotli* the same as servers send it. *First paint* is when the first text or picture is seen; *slow* is with 1.6 Mbit/s, 150 ms " +
    "there and back, uncompressed, and a processor of a quarter of the speed. Medians. *axe* counts the rules of axe-core that a page breaks, light and dark together.",
  measure: ({ quick }: Settings): Promise<Findings> =>
    withBrowser(async (browser, address, sent) => {
      const rows: (string | number)[][] = [];
      const turns = quick ? 1 : 3;
      for (const [name, path] of PAGES) {
        progress(name);
        const faults = await broken(browser, `${address}${path}`);
        sent.clear();
        const paints = [await paint(browser, `${address}${path}`, { isWhole: true })];
        const bodies = [...sent.values()];
        while (paints.length < turns) paints.push(await paint(browser, `${address}${path}`));
        const slow: number[] = [];
        while (slow.length < turns) slow.push(await paint(browser, `${address}${path}`, { isSlow: true }));
        const bytes = (packed: (body: Buffer) => Buffer) =>
          bodies.reduce((sum, body) => sum + packed(body).length, 0) / 1000;
        const sizes = [bytes((body) => body), bytes(gzipSync), bytes(brotliCompressSync)];
        rows.push([name, bodies.length, ...sizes, median(paints), median(slow), faults]);
      }
      const columns = [
        { name: "page" },
        { name: "requests" },
        { name: "kB" },
        { name: "gzipped kB" },
        { name: "brotli kB" },
        { name: "first paint, ms" },
        { name: "slow, ms" },
        { name: "axe" },
      ];
      return { columns, rows, goals: [axeGoal(rows), firstViewGoal(rows)] };
    }),
};

function median(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)];
}

/** When the first text or picture of a page is seen that is opened with an empty cache; `isWhole` waits until nothing more is loaded. */
async function paint(
  browser: Browser,
  address: string,
  { isSlow = false, isWhole = false } = {},
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST);
  if (isSlow) {
    const session = await context.newCDPSession(page);
    await session.send("Network.emulateNetworkConditions", SLOW);
    await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  await page.goto(address, { waitUntil: isWhole ? "networkidle" : "commit" });
  // Spelled out, since the types of Node have no entries of a page.
  const at = await page.evaluate<number>(`new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntriesByName("first-contentful-paint")) resolve(startTime);
    }).observe({ type: "paint", buffered: true });
  })`);
  await context.close();
  return at;
}

/** How many rules a page breaks, in light and in dark. */
async function broken(browser: Browser, address: string): Promise<number> {
  const rules = new Set<string>();
  const context = await browser.newContext({ colorScheme: "light", viewport: { width: 1366, height: 768 } });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST);
  await page.goto(address, { waitUntil: "networkidle" });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    // What passes is not described, and no page is opened for frames of other origins: both take longer than the rules.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).setLegacyMode();
    // A frame holds the studio, which is looked at by itself: here its landmarks would count as a second of each.
    const { violations } = await axe.exclude("iframe").analyze();
    for (const { id } of violations) rules.add(`${colorScheme} ${id}`);
  }
  await context.close();
  if (rules.size > 0) progress(`${address}: ${[...rules].join(", ")}`);
  return rules.size;
}

function firstViewGoal(rows: readonly (readonly (string | number)[])[]): Goal {
  const weight = Math.round(Number(rows.find(([name]) => name === "studio")?.[3]));
  return {
    goal: `the first view of the studio under ${FIRST_VIEW} kB gzipped`,
    found: `${weight} kB`,
    met: weight < FIRST_VIEW,
  };
}

/** Runs of the studio that hold much. */
const RUNS: readonly (readonly [name: string, spec: PlainSpec, learners: string])[] = [
  ["58 states, 4 letters, two learners", random(58, 4, "tropical"), "both"],
  ["300 states, 10 letters", random(300, 10, "rational"), "table"],
  ["990 states, 2 letters", random(990, 2, "tropical"), "tree"],
  ["2,000 states, 2 letters", random(2000, 2, "boolean"), "table"],
];

function random(states: number, letters: number, semifield: string): PlainSpec {
  return { kind: "random", states, letters, semifield, seed: 5 };
}

const steps: Section = {
  name: "steps",
  title: "What holds up the studio",
  about:
    "The longest task on the main thread of the page, in milliseconds of processor time, so that other programs do not count: while a run is learned, " +
    "at its end, while it is stepped back, and in its other views. A page that is held up for less than 50 ms feels immediate.",
  measure: ({ quick }: Settings): Promise<Findings> =>
    withBrowser(async (browser, address) => {
      const rows: (string | number)[][] = [];
      for (const [name, spec, learners] of quick ? RUNS.slice(0, 1) : RUNS) {
        progress(name);
        const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
        const page = await context.newPage();
        page.setDefaultTimeout(LONGEST);
        const at = `${address}studio/index.html${toFragment(spec)}&learner=${learners}`;
        const parts = [
          () => learned(page, at, learners === "both" ? 2 : 1),
          () => ended(page),
          () => steppedBack(page),
          () => looked(page),
        ];
        const tasks: number[] = [];
        for (const part of parts) tasks.push(await longestTask(browser, page, part));
        rows.push([name, ...tasks]);
        await context.close();
      }
      const columns = [
        { name: "run" },
        { name: "learning" },
        { name: "the end" },
        { name: "steps back" },
        { name: "other views" },
      ];
      const most = Math.max(...rows.flatMap(([, ...tasks]) => tasks.map(Number)));
      const goal = `no task over ${HELD_UP} ms`;
      return { columns, rows, goals: [{ goal, found: `${most.toFixed(0)} ms`, met: most <= HELD_UP }] };
    }),
};

async function learned(page: Page, address: string, runs: number): Promise<void> {
  await page.goto(address);
  await page
    .locator("[data-testid=status][data-state=done]")
    .nth(runs - 1)
    .waitFor({ state: "attached" });
}

/** Waits until all drawings are there, and for what follows them. */
async function settled(page: Page): Promise<void> {
  await page.getByTestId("arranging").first().waitFor({ state: "detached" });
  await page.waitForTimeout(500);
}

async function ended(page: Page): Promise<void> {
  await page.getByTestId("end").click();
  await settled(page);
}

async function steppedBack(page: Page): Promise<void> {
  for (let i = 0; i < 5; i++) {
    await page.getByTestId("back").click();
    await settled(page);
  }
}

async function looked(page: Page): Promise<void> {
  for (const view of ["explore", "challenge", "take"]) {
    await page.locator(`[role=tab][data-tab=${view}]`).click();
    await settled(page);
  }
}

function axeGoal(rows: readonly (readonly (string | number)[])[]): Goal {
  const faults = rows.reduce((sum, row) => sum + Number(row.at(-1)), 0);
  return { goal: "axe finds nothing", found: `${faults} broken rules`, met: faults === 0 };
}

export function run(args: readonly string[]): Promise<void> {
  return runSections("pages", [loading, steps], args);
}
