import type { Page } from "@playwright/test";
import { expect, inMenu, test, testApart, waitForArrangement, waitForStatus } from "./studio.ts";

/** How long a step is shown at the lowest speed, in milliseconds. */
/** Less than a step is shown when a run plays slowly, in milliseconds. */
const SLOW = 4000;

/** The shown step as text, once the page has measured its parts: how many cells of a matrix are there depends on its size. */
async function shown(page: Page): Promise<string[]> {
  await waitForArrangement(page);
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );
  const panels = await page.getByTestId("panel").all();
  return Promise.all(panels.map((panel) => panel.evaluate(asText)));
}

/** An element as text, without the order of its classes and the generated ids. */
function asText(element: Element): string {
  const parts: string[] = [];
  for (const part of [element, ...element.querySelectorAll("*")]) {
    const attributes = [...part.attributes].map(
      ({ name, value }) =>
        `${name}=${name === "class" ? value.split(/\s+/u).toSorted().join(" ") : value.replaceAll(/[\w-]+-tip/gu, "tip")}`,
    );
    const text = [...part.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE)
      .map((node) => node.textContent);
    parts.push(`${part.tagName} ${attributes.toSorted().join(" ")} ${text.join("")}`);
  }
  return parts.join("\n");
}

for (const [learner, example] of [
  ["table", "grammar"],
  ["tree", "grammar"],
  ["both", "grammar"],
  ["multiplicity", "cancelling"],
] as const) {
  test(`stepping back and forth shows identical steps: ${learner}`, async ({ page }) => {
    await page.goto("");
    await page.getByTestId("learner").selectOption(learner);
    await page.locator(`[data-example=${example}]`).click();
    await waitForStatus(page, "done", learner === "both" ? 2 : 1);
    const scrubber = page.getByTestId("scrubber");
    const last = Number(await scrubber.getAttribute("max"));
    expect(last).toBeGreaterThan(4);
    const forth: string[][] = [];
    for (let i = 0; i <= last; i++) {
      await expect(page.getByTestId("where")).toContainText(`Step ${i + 1} of`);
      forth.push(await shown(page));
      if (i < last) await page.getByTestId("forth").click();
    }
    for (let i = last; i >= 0; i--) {
      expect(await shown(page)).toEqual(forth[i]);
      if (i > 0) await page.getByTestId("back").click();
    }
    await page.locator("body").press("End");
    expect(await shown(page)).toEqual(forth[last]);
    await page.locator("body").press("Home");
    await page.locator("body").press("ArrowRight");
    expect(await shown(page)).toEqual(forth[1]);
    await scrubber.fill(String(last - 1));
    expect(await shown(page)).toEqual(forth[last - 1]);
  });
}

test("states keep their places between steps", async ({ page }) => {
  await page.goto("");
  await page.locator("[data-example=costs]").click();
  await waitForStatus(page);
  const where = new Map<string, string>();
  const last = Number(await page.getByTestId("scrubber").getAttribute("max"));
  for (let i = 0; i <= last; i++) {
    await waitForArrangement(page);
    const states = page.locator("[data-testid=machine][aria-label^=Hypothesis] g:has(> .name)");
    for (const state of await states.all()) {
      const name = (await state.locator(".name").textContent()) ?? "";
      const place = (await state.getAttribute("data-at")) ?? "";
      expect(place).toMatch(/\d/u);
      expect(where.get(name) ?? place, `state ${name}`).toBe(place);
      where.set(name, place);
    }
    if (i < last) await page.getByTestId("forth").click();
  }
  expect(where.size).toBe(3);
});

testApart("a run plays to the end, and pauses", async ({ page }) => {
  await page.clock.install();
  await page.goto("");
  await page.locator("[data-example=weather]").click();
  await waitForStatus(page);
  await page.getByLabel("Speed").selectOption("faster");
  await page.getByTestId("play").click();
  await expect(page.getByTestId("sentence").getByRole("heading", { name: "Found" })).toBeVisible();
  await expect(page.getByTestId("play")).toBeVisible();
  await page.getByLabel("Speed").selectOption("slow");
  // From here on time passes only as the test lets it.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByTestId("play").click();
  await expect(page.getByTestId("where")).toContainText("Step 1 of");
  await page.clock.runFor(SLOW);
  // Nobody has read the sentence yet.
  await expect(page.getByTestId("where")).toContainText("Step 1 of");
  await page.clock.runFor(2.5 * SLOW);
  await expect(page.getByTestId("where")).toContainText("Step 2 of");
  await page.getByTestId("pause").click();
  await page.clock.runFor(10 * SLOW);
  await expect(page.getByTestId("where")).toContainText("Step 2 of");
});

test("a defect is marked and explained; a counterexample is followed through both automata", async ({
  page,
}) => {
  await page.goto("");
  await inMenu(page, () => page.getByTestId("vocabulary").selectOption("paper"));
  await page.locator("[data-example=stuck-three]").click();
  await waitForStatus(page);
  const last = Number(await page.getByTestId("scrubber").getAttribute("max"));
  const titles: string[] = [];
  let walked = false;
  for (let i = 0; i <= last; i++) {
    const title = await page.getByTestId("sentence").getByRole("heading").textContent();
    titles.push(title ?? "");
    if (title === "Not consistent") {
      await expect(page.getByTestId("sentence")).toContainText("joins S");
      await expect(page.locator("[data-testid=matrix] .line.focus .cell.focus").first()).toBeVisible();
    }
    if ((await page.getByTestId("walk").count()) > 0 && !walked) {
      walked = true;
      // The target is hidden until somebody wants to see it.
      await expect(page.getByTestId("walk-target")).toHaveCount(0);
      await page.getByTestId("peek").check();
      const letters = await page.getByTestId("walk").getByRole("listitem").count();
      for (let j = 0; j < letters; j++) await page.getByTestId("walk-on").click();
      await expect(page.getByTestId("walk-on")).toBeDisabled();
      const [target, hypothesis] = [
        await page.getByTestId("walk-target").textContent(),
        await page.getByTestId("walk-hypothesis").textContent(),
      ];
      expect(target).not.toBe(hypothesis);
    }
    if (i < last) await page.getByTestId("forth").click();
  }
  expect(titles).toContain("Not consistent");
  expect(titles.at(-1)).toBe("Accepted");
  expect(walked).toBe(true);
});
