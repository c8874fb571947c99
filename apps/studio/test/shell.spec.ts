/** The frame around a run: its layout, the address bar, the focus, the colours, the end. */

import type { Page } from "@playwright/test";
import { toFragment } from "../src/engine/spec.ts";
import {
  expect,
  expectAccessible,
  inMenu,
  picture,
  tab,
  test,
  testApart,
  waitForArrangement,
  waitForStatus,
} from "./studio.ts";

const background = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test("the colours that are chosen are used, whatever the system says, and stay", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("");
  const light = await background(page);
  await inMenu(page, () => page.getByTestId("theme").selectOption("dark"));
  const dark = await background(page);
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await background(page)).toBe(dark);
  await page.emulateMedia({ colorScheme: "dark" });
  await inMenu(page, () => page.getByTestId("theme").selectOption("light"));
  expect(await background(page)).toBe(light);
  await inMenu(page, () => page.getByTestId("theme").selectOption("system"));
  expect(await background(page)).toBe(dark);
});

/** Where the parts of a run are, rounded to pixels. */
function boxes(page: Page): Promise<Record<string, number[]>> {
  return page.evaluate(() => {
    const found: Record<string, number[]> = {};
    for (const name of ["sentence", "known", "automaton", "time"]) {
      const box = document.querySelector(`[data-tour=${name}]`)?.getBoundingClientRect();
      found[name] = box === undefined ? [] : [box.left, box.top, box.right, box.bottom].map(Math.round);
    }
    return found;
  });
}

test("on a laptop a step fits into the window, and nothing moves from step to step", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto("#example=three");
  await waitForStatus(page);
  const first = await boxes(page);
  for (const [name, [left, top, right, bottom]] of Object.entries(first)) {
    expect([left >= 0, top >= 0, right <= 1366, bottom <= 768], name).toEqual([true, true, true, true]);
  }
  expect(first["sentence"][1]).toBeLessThan(64);
  expect(first["known"][1]).toBeLessThan(180);
  const last = Number(await page.getByTestId("scrubber").getAttribute("max"));
  let walks = 0;
  for (let i = 0; i <= last; i++) {
    await waitForArrangement(page);
    expect(await boxes(page), `step ${i + 1}`).toEqual(first);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(768);
    walks += await page.getByTestId("walk").count();
    // Inside the pane of the automaton.
    await expect(page.locator("[data-testid=walk]:not([data-tour=automaton] *)")).toHaveCount(0);
    if (i < last) await page.getByTestId("forth").click();
  }
  expect(walks).toBeGreaterThan(0);
});

test("on a phone the transport is at the bottom, and the panes are tabs", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("#example=even&step=5");
  await waitForStatus(page);
  const { time } = await boxes(page);
  expect(time[3]).toBeGreaterThan(844 - 16);
  const [known, automaton] = ["known", "automaton"].map((name) => page.locator(`[data-tour=${name}]`));
  await expect(known).toBeVisible();
  await expect(automaton).toBeHidden();
  await page.getByRole("button", { name: "Automaton", exact: true }).click();
  await expect(known).toBeHidden();
  await expect(automaton).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, "phone");
});

test("F makes the type large for a projector", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto("#example=even&step=5");
  await waitForStatus(page);
  const height = () =>
    page.getByTestId("sentence").evaluate((sentence) => {
      const range = document.createRange();
      range.selectNodeContents(sentence.querySelector("h2") ?? sentence);
      return range.getBoundingClientRect().height / range.getClientRects().length;
    });
  const before = await height();
  await page.locator("body").press("f");
  expect(await height()).toBeGreaterThan(1.4 * before);
  const { known, automaton } = await boxes(page);
  expect([known[3] <= 768, automaton[2] <= 1366]).toEqual([true, true]);
  await page.locator("body").press("f");
  expect(await height()).toBe(before);
});

test("the focus stays where it was, or goes to the heading of the new screen", async ({ page }) => {
  await page.goto("");
  await page.locator("[data-example=even]").press("Enter");
  await waitForStatus(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByLabel("Speed").selectOption("faster");
  await page.getByTestId("play").press("Enter");
  await expect(page.getByTestId("sentence")).toHaveAttribute("data-kind", "end");
  await expect(page.getByTestId("play")).toBeFocused();
  await page.getByTestId("back").press("Enter");
  await page.getByTestId("forth").press("Enter");
  await expect(page.getByTestId("forth")).toBeFocused();
  await page.getByTestId("choose").press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`a primary button that is disabled can be read: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("");
    await tab(page, "draw");
    const button = page.locator("button.primary:disabled");
    await expect(button).toHaveText("Learn");
    const contrast = await button.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      const [front, back] = [color, backgroundColor].map((text) => {
        const parts = (text.match(/[\d.]+/gu) ?? []).slice(0, 3).map((part) => Number(part) / 255);
        const [r, g, b] = parts.map((v) => (v <= 0.040_45 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      });
      return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
    });
    expect(contrast).toBeGreaterThan(4.5);
  });
}

test("the address holds target, learner, step and view; reload and Back lead there", async ({ page }) => {
  await page.goto("");
  await page.locator("[data-example=even]").click();
  await waitForStatus(page);
  await expect(page).toHaveURL(/#example=even&learner=table$/u);
  await page.getByTestId("forth").click();
  await page.getByTestId("forth").click();
  await expect(page).toHaveURL(/#example=even&learner=table&step=3$/u);
  await page.reload();
  await waitForStatus(page);
  await expect(page.getByTestId("where")).toContainText("Step 3 of");
  await page.getByTestId("learner").selectOption("tree");
  await waitForStatus(page);
  await expect(page).toHaveURL(/learner=tree/u);
  await tab(page, "explore");
  await expect(page).toHaveURL(/learner=tree.*&view=explore$/u);
  await page.goBack();
  await expect(page.locator("[data-tab=watch]")).toHaveAttribute("aria-selected", "true");
  await page.goBack();
  await expect(page.getByTestId("learner")).toHaveValue("table");
  await waitForStatus(page);
  await expect(page.getByTestId("where")).toContainText("Step 3 of");
  await page.goBack();
  await expect(page.getByTestId("tour")).toBeVisible();
  await page.goForward();
  await waitForStatus(page);
  await expect(page.getByTestId("where")).toContainText("Step 3 of");
});

test("a link to a step that is not there says so and shows the last", async ({ page }) => {
  await page.goto("#example=even&step=99");
  await expect(page.getByTestId("notice")).toHaveText(
    "The link names step 99, but the run has only 7 steps.",
  );
  await expect(page.getByTestId("where")).toHaveText("Step 7 of 7");
  await page.goto("#example=even&learner=nobody&view=nowhere");
  await expect(page.getByTestId("notice")).toHaveText(
    "This link is broken: there is no such learner, and there is no such view.",
  );
  await waitForStatus(page);
});

test("a target that fits no link can be gone back to while the page is open", async ({ page }) => {
  await page.goto("");
  await tab(page, "expression");
  const long = `a*${"b".repeat(9000)}|c`;
  await page.getByTestId("expression").fill(`a|"${long}"`);
  await page.getByLabel("Semifield").selectOption("boolean");
  await page.getByRole("button", { name: "Learn" }).click();
  await waitForStatus(page);
  await expect(page).toHaveURL(/#kept=/u);
  await page.goBack();
  await expect(page.getByTestId("tour")).toBeVisible();
  await page.goForward();
  await waitForStatus(page);
  await page.reload();
  await expect(page.getByTestId("notice")).toContainText("does not fit into a link");
});

testApart("a link and the code to embed a step are copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("#example=even&learner=table&step=3");
  await waitForStatus(page);
  await page.getByTestId("menu").click();
  await page.getByTestId("copy-link").click();
  await expect(page.getByRole("status").getByText("The link is copied.")).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(page.url());
  await page.getByTestId("copy-embed").click();
  await expect(page.getByRole("status").getByText("The code is copied.")).toBeVisible();
  expect(await copied()).toContain(`<iframe src="${page.url()}&embed"`);
});

test("learners that are not for the target cannot be chosen, and say why", async ({ page }) => {
  await page.goto("#example=even");
  await waitForStatus(page);
  const option = (name: string) => page.getByTestId("learner").locator(`option[value=${name}]`);
  await expect(option("multiplicity")).toBeDisabled();
  await expect(option("multiplicity")).toContainText("a field; yes and no are none");
  await expect(option("machine")).toBeDisabled();
  await expect(option("tree")).toBeEnabled();
  await page.goto("#example=weather");
  await waitForStatus(page);
  await expect(option("multiplicity")).toBeEnabled();
});

test("a run ends with target and result side by side, and as probabilities where they are that", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto("#example=weather");
  await waitForStatus(page);
  await page.locator("body").press("End");
  const comparison = page.getByTestId("comparison");
  await expect(comparison).toContainText("equal ✓");
  await expect(comparison).toContainText("towards the beginning");
  const target = page.locator("[data-tour=known] [data-testid=machine]");
  const result = page.locator("[data-tour=automaton] [data-testid=machine]");
  await expect(target).toContainText("sun / 2/3");
  await expect(result).not.toContainText("sun / 2/3");
  await page.getByTestId("as-probabilities").check();
  await expect(result).toContainText("sun / 2/3");
  await expect(comparison).not.toContainText("towards the beginning");
  await picture(page, "studio-end");
  await expectAccessible(page, "end");
  await page.getByTestId("show-target").click();
  await expect(page.getByTestId("matrix")).toBeVisible();
  // Costs are no probabilities, and neither is yes or no.
  for (const example of ["costs", "even"]) {
    await page.goto(`#example=${example}`);
    await waitForStatus(page);
    await page.locator("body").press("End");
    await expect(comparison).toContainText("equal ✓");
    await expect(page.getByTestId("as-probabilities")).toHaveCount(0);
    // What was chosen for another target does not hide this one.
    await expect(target).toBeVisible();
  }
});

test("what was only tested is not called equal", async ({ page }) => {
  await page.goto(
    toFragment({
      kind: "function",
      code: "(word) => word.length < 2",
      semifield: "boolean",
      alphabet: "a",
    }) ?? "",
  );
  await page.getByRole("button", { name: "Learn" }).click();
  await waitForStatus(page);
  await page.locator("body").press("End");
  const comparison = page.getByTestId("comparison");
  await expect(comparison).toContainText("evidence, not proof");
  await expect(comparison).not.toContainText("equal");
  await page.goto(
    toFragment({ kind: "random", states: 4000, letters: 4, semifield: "rational", seed: 1 }) ?? "",
  );
  await page.getByRole("button", { name: "Stop", exact: true }).click();
});
