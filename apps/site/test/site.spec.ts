import { fileURLToPath, pathToFileURL } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const addresses = (process.env["SITE_ADDRESSES"] ?? "").split(" ");
const fileAddress = pathToFileURL(fileURLToPath(new URL("../dist/", import.meta.url))).href;

/** One of each kind: text with pictures, tables, formulas, names of the API, transcripts. */
const KINDS = [
  "index.html",
  "concepts.html",
  "coming-from/learnlib.html",
  "fields.html",
  "theory.html",
  "api/hankel.html",
  "cli.html",
  "decisions/index.html",
  "benchmarks.html",
];

async function search(page: Page, words: string): Promise<void> {
  await page.keyboard.press("/");
  await page.getByRole("searchbox").fill(words);
}

for (const address of addresses) {
  test.describe(`under ${new URL(address).pathname}`, () => {
    test("a search for learn leads to the function, and back and reload keep the place", async ({ page }) => {
      const failed: string[] = [];
      page.on("response", (response) => response.status() >= 400 && failed.push(response.url()));
      await page.goto(`${address}theory/fields.html`);
      await search(page, "learn");
      const first = page.locator("dialog li a").first();
      await expect(first).toContainText("learn");
      await expect(first).toContainText("Reference · hankel");
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(`${address}api/hankel.html#learn`);
      await expect(page.locator('[id="learn"]')).toBeInViewport();
      await page.reload();
      await expect(page.locator('[id="learn"]')).toBeInViewport();
      await page.goBack();
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Fields");
      expect(failed).toEqual([]);
    });

    test("the studio is part of it and runs", async ({ page }) => {
      const errors: string[] = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      await page.goto(`${address}index.html`);
      await page.locator("header").getByRole("link", { name: "Studio" }).click();
      await expect(page).toHaveURL(/\/studio\/index\.html/u);
      await page.locator("[data-example]:not([data-example=transformer])").first().click();
      await page.getByTestId("end").click();
      await expect(page.getByTestId("machine").first()).toBeVisible();
      expect(errors).toEqual([]);
    });
  });
}

test("a page has the studio in a frame, and it runs there", async ({ page }) => {
  await page.goto(`${addresses[1]}concepts.html`);
  await page.locator("iframe").first().scrollIntoViewIfNeeded();
  const studio = page.locator("iframe").first().contentFrame();
  const where = studio.getByTestId("where");
  const before = await where.textContent();
  await studio.getByTestId("forth").click();
  await expect(where).not.toHaveText(before ?? "");
});

test("a folder without a server: pages have their style, links and search", async ({ page }) => {
  await page.goto(`${fileAddress}theory.html`);
  await expect(page.locator("header")).toHaveCSS("position", "sticky");
  await search(page, "residual");
  await page.locator("dialog li a", { hasText: "Reference" }).first().click();
  await expect(page).toHaveURL(/\/api\/hankel\.html#residual$/u);
});

test("braces in a page are braces", async ({ page }) => {
  await page.goto(`${addresses[0]}how-to/server.html`);
  await expect(page.locator("main")).toContainText("{{number + 1}}");
});

test("a signature leads to the types that it names", async ({ page }) => {
  await page.goto(`${addresses[0]}api/hankel.html#functionTeacher`);
  const signature = page.locator('[id="functionTeacher"] + pre');
  await signature.getByRole("link", { name: "FunctionTeacherOptions" }).click();
  await expect(page).toHaveURL(/#FunctionTeacherOptions$/u);
});

test("light and dark are a choice that is kept", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(`${addresses[0]}fields.html`);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole("button", { name: "Light or dark" }).click();
  const dark = await background();
  expect(dark).not.toBe(light);
  await page.goto(`${addresses[0]}machines.html`);
  expect(await background()).toBe(dark);
});

const LOOKS = [
  { colorScheme: "light", width: 1366 },
  { colorScheme: "dark", width: 390 },
] as const;

for (const { colorScheme, width } of LOOKS) {
  test(`pages look right: ${colorScheme}, ${width} wide`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (const path of KINDS) {
      await page.goto(`${addresses[0]}${path}`);
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(beyond, `${path} is too wide`).toBeLessThanOrEqual(0);
      // The studio in a frame has tests of its own. The two longest pages have thousands of elements like those of the others.
      if (path === "theory.html" || path === "api/hankel.html") continue;
      const { violations } = await new AxeBuilder({ page }).exclude("iframe").analyze();
      expect(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
  });
}

test("on a narrow page the menu is one touch away", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(`${addresses[0]}fields.html`);
  await page.getByText("Do: all pages").click();
  await page.locator(".narrow").getByText("Theory", { exact: true }).click();
  await page.locator(".narrow").getByRole("link", { name: "Determinization" }).click();
  await expect(page).toHaveURL(/theory\/determinization\.html$/u);
});
