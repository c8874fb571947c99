/** What each learner knows, as it is shown. */

import type { Page } from "@playwright/test";
import { whyNot } from "../src/engine/applies.ts";
import {
  expect,
  expectAccessible,
  inMenu,
  learnExpression,
  openTargets,
  test,
  waitForArrangement,
  waitForStatus,
} from "./studio.ts";

async function learnWith(page: Page, learner: string): Promise<void> {
  await page.getByTestId("learner").selectOption(learner);
  await page.locator(`[data-testid=status][data-run=${learner}][data-state=done]`).waitFor();
}

async function learnVending(page: Page): Promise<void> {
  await openTargets(page);
  await page.locator("[data-example=vending]").click();
  await waitForStatus(page);
}

/** Goes to the last step, and shows what the learner knew there. */
async function toEnd(page: Page): Promise<void> {
  await page.getByTestId("end").click();
  const swap = page.getByTestId("show-target");
  if ((await swap.textContent())?.includes("learner") === true) await swap.click();
}

/** How many states the hypothesis is drawn with; the target stands before it. */
async function drawn(page: Page): Promise<number> {
  await waitForArrangement(page);
  return page.getByTestId("machine").last().locator("g:has(> circle.node)").count();
}

test("apart shows its basis and its frontier, and ends with nothing open", async ({ page }) => {
  await page.goto("");
  await learnExpression(page, "(a|b)*abb", "boolean");
  await waitForStatus(page);
  await learnWith(page, "apart");
  await toEnd(page);
  const tree = page.getByTestId("prefixes");
  await expect(page.getByTestId("frontier")).toContainText("basis 4, frontier 5, 0 open");
  await expect(tree.locator("g.state")).toHaveCount(4);
  await page.locator("body").press("Home");
  await expect(page.getByTestId("frontier")).toContainText("basis 0, frontier 1, 1 open");
  await expectAccessible(page, "apart");
});

test("the machine learner shows runs and candidates, and machines have inputs and outputs", async ({
  page,
}) => {
  await page.goto("");
  await learnVending(page);
  await learnWith(page, "machine");
  await expect(page.getByTestId("known")).toContainText("1 state, 3 arcs, 3 open");
  await toEnd(page);
  await expect(page.getByTestId("known")).toContainText("3 states, 9 arcs, 0 open");
  await expect(page.getByTestId("arcs").locator("tbody tr").nth(2)).toContainText("COFFEE → 0");
  await expect(page.getByTestId("runs")).toContainText("coin");
  // A Mealy machine has no final states.
  await expect(page.getByTestId("machine").last().locator("circle.inner")).toHaveCount(0);
  await expectAccessible(page, "machine");
  await page.locator('[role=tab][data-tab="explore"]').click();
  await page.getByTestId("word").fill("coin coin coffee");
  await page.getByTestId("word").press("Enter");
  await expect(page.getByTestId("weight")).toHaveText("coin coin coffee writes ok ok COFFEE.");
  await expect(page.getByText("weighs")).toHaveCount(0);
});

test("no sentence about a machine speaks of weights", async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto("");
  await learnVending(page);
  for (const learner of ["table", "tree", "apart", "machine"]) {
    await learnWith(page, learner);
    for (const vocabulary of ["plain", "paper"]) {
      await inMenu(page, () => page.getByTestId("vocabulary").selectOption(vocabulary));
      await page.locator("body").press("Home");
      for (let end = false; !end; end = await page.getByTestId("forth").isDisabled()) {
        await page.locator("body").press("ArrowRight");
        const text = await page.locator("#view-panel").innerText();
        expect(text, `${learner}, ${vocabulary}`).not.toMatch(/weigh|factor|homothetic|free-group/iu);
      }
    }
  }
});

test("the states of a tree are numbered without a gap, also while a dead one is hidden", async ({ page }) => {
  await page.goto("");
  await learnExpression(page, "(ab)*", "boolean");
  await waitForStatus(page);
  await learnWith(page, "tree");
  await page.locator("body").press("Home");
  for (let end = false; !end; end = await page.getByTestId("forth").isDisabled()) {
    const names = await page
      .getByTestId("tree")
      .locator("[data-leaf]")
      .evaluateAll((leaves) => leaves.map((leaf) => Number((leaf as SVGElement).dataset["leaf"])));
    expect(names.toSorted((a, b) => a - b)).toEqual(names.map((_, i) => i));
    await page.locator("body").press("ArrowRight");
  }
});

test("yes/no languages have ✓ and ✗ in every view", async ({ page }) => {
  await page.goto("");
  await learnExpression(page, "a(a|b)*", "boolean");
  await waitForStatus(page);
  for (const learner of ["table", "tree", "apart"]) {
    await learnWith(page, learner);
    for (let end = false; !end; end = await page.getByTestId("forth").isDisabled()) {
      const text = (await page.locator("#view-panel").innerText()).replaceAll("Waiting", "");
      expect(text, learner).not.toMatch(/\btrue\b|\bfalse\b|\bnull\b|weighs/u);
      await page.locator("body").press("ArrowRight");
    }
  }
  await page.locator('[role=tab][data-tab="explore"]').click();
  await page.getByTestId("word").fill("ba");
  await page.getByTestId("word").press("Enter");
  await expect(page.getByTestId("weight")).toHaveText("ba is not in the language ✗.");
  await page.getByTestId("word").fill("ab");
  await page.getByTestId("word").press("Enter");
  await expect(page.getByTestId("weight")).toHaveText("ab is in the language ✓.");
});

test("the tree learner draws as many states as it says, at every step", async ({ page }) => {
  await page.goto("");
  await learnExpression(page, "(ab|ba)*", "boolean");
  await waitForStatus(page);
  await learnWith(page, "tree");
  for (let end = false; !end; end = await page.getByTestId("forth").isDisabled()) {
    await page.locator("body").press("ArrowRight");
    // At the end, the target stands in the place of the tree.
    if ((await page.getByTestId("tree").count()) === 0) break;
    const leaves = await page.getByTestId("tree").locator("g.state").count();
    if ((await page.getByTestId("machine").count()) > 0) expect(await drawn(page)).toBe(leaves);
  }
  const states = /(\d+) states?/u.exec((await page.getByTestId("costs").textContent()) ?? "");
  expect(await drawn(page)).toBe(Number(states?.[1]));
});

test("boxes of the tree hold their suffixes, and letters are never smaller than can be read", async ({
  page,
}) => {
  await page.goto("");
  await learnExpression(
    page,
    '"the" ("big")* ("dog"|"cat") ("sleeps" | "sees" "the" ("dog"|"cat"))',
    "boolean",
  );
  await waitForStatus(page);
  await learnWith(page, "tree");
  await toEnd(page);
  const boxes = await page
    .getByTestId("tree")
    .locator("g.box")
    .evaluateAll((groups) =>
      groups.map((group) => {
        const [rect, text] = [
          group.querySelector("rect"),
          group.querySelector("text"),
        ] as unknown as SVGGraphicsElement[];
        const [outer, inner] = [rect.getBoundingClientRect(), text.getBoundingClientRect()];
        return {
          text: text.textContent,
          fits: outer.left <= inner.left && inner.right <= outer.right,
          high: inner.height,
        };
      }),
    );
  expect(boxes.map(({ text }) => text)).toContain("dog sleeps");
  for (const { text, fits, high } of boxes) {
    expect(fits, text ?? "").toBe(true);
    expect(text).not.toContain("…");
    expect(high).toBeGreaterThanOrEqual(11);
  }
});

test("row, leaf and state are linked where the pointer is", async ({ page }) => {
  await page.goto("");
  await learnExpression(page, "(a|b)*abb", "boolean");
  await waitForStatus(page);
  await toEnd(page);
  const rows = page.getByTestId("matrix").locator('[data-row="1"]');
  await rows.first().hover();
  const of = await rows.count();
  await expect(page.getByTestId("matrix").locator(".on")).toHaveCount(of);
  await learnWith(page, "tree");
  await toEnd(page);
  await page.getByTestId("tree").locator('[data-leaf="1"]').hover();
  await expect(page.getByTestId("tree").locator(".on")).toHaveCount(1);
});

test("which learner is for which target", () => {
  const not = (answers: "weights" | "runs" | "rows", semifield: string) =>
    (["table", "tree", "apart", "machine", "multiplicity"] as const).filter(
      (learner) => whyNot({ answers, semifield }, learner) !== undefined,
    );
  expect(not("weights", "boolean")).toEqual(["machine", "multiplicity"]);
  expect(not("weights", "tropical")).toEqual(["machine", "multiplicity"]);
  expect(not("weights", "rational")).toEqual(["machine"]);
  expect(not("weights", "prime-field:7")).toEqual(["machine"]);
  expect(not("runs", "free-group")).toEqual(["multiplicity"]);
  expect(not("rows", "real")).toHaveLength(5);
});
