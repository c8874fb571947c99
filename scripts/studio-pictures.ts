/**
 * Takes the pictures of the studio for the documents, in the built page. Addresses say what is shown, so hardly anything is clicked.
 *
 *     npm run pictures                        all of them, after the drawings
 *     npx tsx scripts/studio-pictures.ts NAME…    some of them
 */

import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { serveFolder } from "./static-server.ts";

interface Shot {
  /** The fragment: which target, learner, step and view. */
  readonly address: string;
  readonly size?: { readonly width: number; readonly height: number };
  readonly dark?: true;
  /** How many runs are on the page; one unless told, none on the first screen. */
  readonly runs?: number;
  act?(page: Page): Promise<void>;
}

const LAPTOP = { width: 1366, height: 768 };
const TALL = { width: 1366, height: 1100 };
const PHONE = { width: 390, height: 844 };

const toTheEnd = (page: Page) => page.getByTestId("end").click();

/** To the third caption, about rows that are alike. */
async function tour(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Start the tour" }).click();
  await settle(page, 1);
  for (let i = 0; i < 2; i++) await page.getByRole("button", { name: "Next" }).click();
}

/** Until all states are merged. */
async function merged(page: Page): Promise<void> {
  await page.locator("[data-testid=merge-status][data-state=done]").waitFor({ state: "attached" });
  await page.getByTestId("machine").waitFor();
}

/** They stand in docs/studio.md. */
export const shots: Readonly<Record<string, Shot>> = {
  "studio-first": { address: "", runs: 0 },
  "studio-tour": { address: "", runs: 0, act: tour },
  "studio-table": { address: "#example=last-but-one&learner=table&step=7" },
  "studio-counterexample": { address: "#example=three&learner=table&step=2" },
  "studio-end": { address: "#example=weather&learner=table", act: toTheEnd },
  "studio-tree": { address: "#example=costs&learner=tree&step=8" },
  "studio-both": { address: "#example=costs&learner=both&step=7", runs: 2, size: TALL, dark: true },
  "studio-multiplicity": { address: "#example=no-deterministic&learner=multiplicity&step=5" },
  "studio-network": { address: "#example=transformer" },
  "studio-errs": { address: "#example=errs" },
  "studio-merging": { address: "#log=vending&step=4", runs: 0, act: merged },
  "studio-explore": { address: "#example=weather&learner=table&view=explore" },
  "studio-large": { address: "#example=random&learner=tree", act: toTheEnd },
  "studio-phone": { address: "#example=last-but-one&learner=table&step=7", size: PHONE },
};

const root = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Waits until all runs are done and every drawing is arranged. */
async function settle(page: Page, runs: number): Promise<void> {
  if (runs > 0) {
    const done = page.locator("[data-testid=status][data-state=done]");
    await done.nth(runs - 1).waitFor({ state: "attached", timeout: 120_000 });
  }
  await arranged(page);
}

async function arranged(page: Page): Promise<void> {
  await page.getByTestId("arranging").first().waitFor({ state: "detached" });
}

async function take(address: string, names: readonly string[]): Promise<void> {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    for (const name of names) {
      const shot = shots[name];
      const page = await browser.newPage({
        viewport: shot.size ?? LAPTOP,
        colorScheme: shot.dark ? "dark" : "light",
        reducedMotion: "reduce",
      });
      await page.goto(`${address}${shot.address}`);
      await settle(page, shot.runs ?? 1);
      await shot.act?.(page);
      await arranged(page);
      await page.screenshot({ path: root(`docs/images/${name}.png`), animations: "disabled" });
      await page.close();
      console.log(`docs/images/${name}.png`);
    }
  } finally {
    await browser.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !(name in shots));
  if (unknown !== undefined) throw new Error(`${unknown} is none of ${Object.keys(shots).join(", ")}`);
  const { server, address } = await serveFolder(root("apps/studio/dist"));
  try {
    await take(address, asked.length === 0 ? Object.keys(shots) : asked);
  } finally {
    server.close();
  }
}
