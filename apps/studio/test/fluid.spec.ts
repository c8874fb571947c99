import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { longestTask } from "../../../scripts/longest-task.ts";
import { toFragment } from "../src/engine/spec.ts";
import {
  expect,
  openTargets,
  tab,
  temporaryFolder,
  test,
  waitForArrangement,
  waitForStatus,
} from "./studio.ts";

/** The most processor time that a task of the page may take, in milliseconds. */
const LIMIT = 100;

async function learnAndLook(page: Page, learner: string): Promise<void> {
  await page.goto(
    toFragment({ kind: "random", states: 300, letters: 2, semifield: "tropical", seed: 5 }) ?? "",
  );
  await waitForStatus(page);
  if (learner !== "table") {
    await page.getByTestId("learner").selectOption(learner);
    await waitForStatus(page);
  }
  await page.getByTestId("end").click();
  await expect(page.getByTestId("machine").first()).toBeVisible();
  const scroller = page.getByTestId(learner === "table" ? "matrix" : "tree");
  for (const to of [400, 4000, 0])
    await scroller.evaluate((element, top) => element.scrollTo(top / 2, top), to);
  for (let i = 0; i < 5; i++) await page.getByTestId("back").click();
  await page.getByTestId("scrubber").fill("3");
  await page.getByTestId("scrubber").fill("20");
}

for (const learner of ["table", "tree"]) {
  test(`300 states without a long task on the main thread: ${learner}`, async ({ browser, page }) => {
    const longest = await longestTask(browser, page, () => learnAndLook(page, learner));
    expect(longest).toBeLessThanOrEqual(LIMIT);
    await page.getByTestId("end").click();
    await expect(page.getByTestId("costs")).toContainText("300 states");
  });
}

test("drawings full of labels without a long task, of two learners at once", async ({ browser, page }) => {
  const target = toFragment({ kind: "random", states: 58, letters: 4, semifield: "tropical", seed: 5 });
  const drawn = page.getByTestId("machine").nth(1).locator("g.arc");
  const longest = await longestTask(browser, page, async () => {
    await page.goto(`${target}&learner=both`);
    await waitForStatus(page, "done", 2);
    await page.getByTestId("end").click();
    await waitForArrangement(page);
    await expect.poll(() => drawn.count()).toBeGreaterThan(200);
    for (let i = 0; i < 4; i++) await page.getByTestId("back").click();
    await tab(page, "explore");
    await expect.poll(() => page.locator("g.arc").count()).toBeGreaterThan(200);
  });
  expect(longest).toBeLessThanOrEqual(LIMIT);
});

test("a large file is read without a long task, and what is wrong at its end is said", async ({
  browser,
  page,
}) => {
  const file = join(temporaryFolder(), "large.json");
  const arcs = Array.from({ length: 40_000 }, (_, i) => [i, "letter", `${i}/7`, (i * 31) % 40_000]);
  const automaton = { format: "hankel/1", semifield: "rational", alphabet: ["letter"], states: 40_000 };
  writeFileSync(file, JSON.stringify({ ...automaton, initial: [[0, "1"]], final: [], arcs: [...arcs, [7]] }));
  await page.goto("");
  await openTargets(page);
  await tab(page, "file");
  const longest = await longestTask(browser, page, async () => {
    await page.getByRole("tabpanel", { name: "File" }).locator("input[type=file]").setInputFiles(file);
    await expect(page.getByTestId("problem")).toContainText("large.json");
  });
  expect(longest).toBeLessThanOrEqual(LIMIT);
});

test("the page holds only the visible cells of the matrix", async ({ page }) => {
  await page.goto(
    toFragment({ kind: "random", states: 150, letters: 3, semifield: "tropical", seed: 2 }) ?? "",
  );
  await waitForStatus(page);
  await page.getByTestId("end").click();
  const table = page.getByRole("table", { name: "Hankel matrix" });
  await expect.poll(async () => Number(await table.getAttribute("aria-rowcount"))).toBeGreaterThan(400);
  expect(await table.getByRole("row").count()).toBeLessThan(40);
});

test("a run that is too large to show gives a summary", async ({ page }) => {
  await page.goto(
    toFragment({ kind: "random", states: 1100, letters: 2, semifield: "tropical", seed: 1 }) ?? "",
  );
  await waitForStatus(page);
  await page.getByTestId("end").click();
  await expect(page.getByTestId("summary")).toContainText("left out");
  await expect(page.getByTestId("plot")).toHaveCount(2);
});

test("a run can be stopped: it ends with the best automaton so far", async ({ page }) => {
  await page.goto(
    toFragment({ kind: "random", states: 4000, letters: 4, semifield: "rational", seed: 1 }) ?? "",
  );
  await expect(page.getByTestId("costs")).toBeVisible();
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await waitForStatus(page);
  await expect(page.getByTestId("status")).toContainText("Ended early.");
});

test("a run that does not end when it is asked to can be stopped at once", async ({ page }) => {
  await page.goto(
    toFragment({ kind: "random", states: 100000, letters: 4, semifield: "rational", seed: 1 }) ?? "",
  );
  // Its target is still being made, so there is no automaton to end with.
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await waitForStatus(page, "cancelled");
});
