/** A page under test. A request to another origin and an error in the page fail the test. */

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";

/** What the pages of a worker have in common. */
interface Kept {
  readonly context: BrowserContext;
  /** A page of the site that stays open. */
  readonly keeper: Page;
}

/** Every test extends this one: what Playwright knows of its workers is alike, so that they and their browsers serve all tests. */
export const bare = base.extend<object, { kept: Kept }>({
  kept: [
    async ({ browser }, use, { project }) => {
      const { baseURL = "", viewport = null } = project.use;
      const context = await browser.newContext({ baseURL, viewport });
      const keeper = await context.newPage();
      await keeper.goto("guard.html");
      await use({ context, keeper });
      await context.close();
    },
    { scope: "worker" },
  ],
});

/** For a test that changes more than its page, such as the clock: it has a context of its own. */
export const testApart = bare.extend<{ watched: void }>({
  watched: [
    async ({ page, baseURL }, use) => {
      const problems: string[] = [];
      const { origin } = new URL(baseURL ?? "");
      page.on("request", (request) => {
        const url = new URL(request.url());
        if (url.protocol !== "data:" && url.protocol !== "blob:" && url.origin !== origin)
          problems.push(`left the origin: ${request.url()}`);
      });
      page.on("pageerror", (error) => problems.push(`error in the page: ${error.message}`));
      page.on("console", (message) => {
        if (message.type() === "error") problems.push(`console: ${message.text()}`);
      });
      page.on("dialog", (dialog) => {
        problems.push(`a dialog opened: ${dialog.message()}`);
        void dialog.dismiss();
      });
      await use();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/**
 * Every test has a page of its own, with empty storage. The process that draws it serves all tests of a worker: to start one for
 * each takes more than half of the time of a short test.
 */
export const test = testApart.extend({
  page: async ({ kept: { context, keeper } }, use) => {
    const page = await context.newPage();
    await use(page);
    await page.close();
    await keeper.evaluate(() => localStorage.clear());
  },
});

export { expect };

const root = fileURLToPath(new URL("../../../", import.meta.url));

export function hankel(...words: string[]): { status: number | null; stdout: string; stderr: string } {
  const program = join(root, "packages/hankel/bin/hankel.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], { encoding: "utf8" });
  return { status, stdout, stderr };
}

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that is removed when the tests are over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hankel-studio-"));
  folders.push(folder);
  return folder;
}

/** Waits until so many runs on the page have a status. */
export async function waitForStatus(page: Page, state = "done", runs = 1): Promise<void> {
  const statuses = page.locator(`[data-testid=status][data-state=${state}]`);
  // The page itself watches for it; an assertion would look again after ever longer pauses.
  await statuses.nth(runs - 1).waitFor({ state: "attached" });
  await expect(statuses).toHaveCount(runs);
}

/** Waits until every picture is arranged. */
export async function waitForArrangement(page: Page): Promise<void> {
  await page.getByTestId("arranging").first().waitFor({ state: "detached" });
}

export async function tab(page: Page, name: string): Promise<void> {
  await page.locator(`[role=tab][data-tab="${name}"]`).click();
}

export async function openTargets(page: Page): Promise<void> {
  const button = page.getByTestId("choose");
  if ((await button.count()) > 0) await button.click();
}

/** Opens the menu and does something in it. */
export async function inMenu(page: Page, act: () => Promise<unknown>): Promise<void> {
  await page.getByTestId("menu").click();
  await act();
  await page.keyboard.press("Escape");
}

/** The canonical form of the result, as the page shows it. */
export async function canonical(page: Page): Promise<string> {
  await tab(page, "explore");
  await page.getByTestId("canonical").click();
  const text = await page.getByTestId("canonical-text").textContent();
  return text ?? "";
}

export async function learnExpression(page: Page, text: string, semifield = "rational"): Promise<void> {
  await openTargets(page);
  await tab(page, "expression");
  const panel = page.getByRole("tabpanel", { name: "Expression" });
  await page.getByTestId("expression").fill(text);
  await panel.getByLabel("Semifield").selectOption(semifield);
  await panel.getByRole("button", { name: "Learn" }).click();
}

export async function dropFile(
  page: Page,
  name: string,
  text: string,
  choices: { format?: string; semifield?: string } = {},
): Promise<void> {
  await openTargets(page);
  await tab(page, "file");
  const panel = page.getByRole("tabpanel", { name: "File" });
  await panel.getByLabel("Format").selectOption(choices.format ?? "");
  await panel.getByLabel("Semifield").selectOption(choices.semifield ?? "");
  const transfer = await page.evaluateHandle(
    ([fileName, content]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], fileName));
      return data;
    },
    [name, text],
  );
  await page.getByTestId("drop").dispatchEvent("drop", { dataTransfer: transfer });
}

export async function expectAccessible(page: Page, where: string): Promise<void> {
  // What passes is not described: that takes longer than to find what does not.
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"], rules });
  // Its other mode opens a page for each look, for frames of other origins; there are none here.
  const { violations } = await axe.setLegacyMode().analyze();
  // Everything stands in a landmark, which axe takes less seriously than readers of the page who jump to them.
  const serious = violations.filter(
    ({ impact, id }) => impact === "serious" || impact === "critical" || id === "region",
  );
  const problems = serious.map(
    ({ id, nodes }) =>
      `${where}: ${id}: ${nodes
        .map(({ html }) => html)
        .slice(0, 3)
        .join(" ")}`,
  );
  expect(problems).toEqual([]);
}

/** For people who look at what a test saw. The pictures of the documents are taken by scripts/studio-pictures.ts. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`), animations: "disabled" });
}
