/** A lecture hall: large type on 1366 × 768 pixels, where nothing may overlap or be cut. */

import type { Page } from "@playwright/test";
import { expect, picture, test, waitForArrangement, waitForStatus } from "./studio.ts";

async function open(page: Page, address: string, height = 768, runs = 1): Promise<void> {
  await page.setViewportSize({ width: 1366, height });
  await page.goto(address);
  await waitForStatus(page, "done", runs);
  await waitForArrangement(page);
}

/** What is drawn or said in the panes of the automata, and what of it overlaps something else or leaves its pane. */
function collisions(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems: string[] = [];
    for (const pane of document.querySelectorAll(".pane.automaton")) {
      const outer = pane.getBoundingClientRect();
      const parts = [...pane.querySelectorAll("h3, .walk, .side > p, .drawings > p, .frame, .bar")].map(
        (part) => ({ name: `${part.tagName}.${part.className}`, box: part.getBoundingClientRect() }),
      );
      for (const [i, a] of parts.entries()) {
        if (a.box.bottom > outer.bottom + 1 || a.box.right > outer.right + 1)
          problems.push(`${a.name} is cut`);
        for (const b of parts.slice(0, i)) {
          const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          if (across > 1 && down > 1) problems.push(`${a.name} on ${b.name}`);
        }
      }
    }
    return problems;
  });
}

for (const [learner, example, step] of [
  ["tree", "weather", 6],
  ["table", "abb", 2],
] as const) {
  test(`a counterexample for a hall: ${example}, ${learner}`, async ({ page }) => {
    await open(page, `#example=${example}&learner=${learner}&step=${step}`);
    await page.keyboard.press("f");
    await expect(page.getByTestId("walk")).toBeVisible();
    expect(await collisions(page)).toEqual([]);
    for (const note of await page.getByTestId("drawing-note").all()) await expect(note).toHaveText("");
    await picture(page, `hall-${example}`);
  });
}

for (const height of [768, 1100]) {
  test(`a counterexample beside another learner, ${height} pixels high`, async ({ page }) => {
    await open(page, "#example=weather&learner=both&step=4", height, 2);
    await expect(page.getByTestId("walk")).toBeVisible();
    expect(await collisions(page)).toEqual([]);
    await picture(page, `both-${height}`);
  });
}

test("small drawings, tables and trees are whole in a hall, and the sentence takes the room of its text", async ({
  page,
}) => {
  await open(page, "#example=abb&learner=table&step=9");
  const bar = page.getByRole("button", { name: "Play" });
  const { height: small } = (await bar.boundingBox()) ?? { height: 0 };
  await page.keyboard.press("f");
  expect((await bar.boundingBox())?.height).toBeGreaterThan(1.1 * small);
  for (const note of await page.getByTestId("drawing-note").all()) await expect(note).toHaveText("");
  await page.keyboard.press("ArrowLeft");
  const rest = await page.getByTestId("sentence").evaluate((card) => {
    const text = card.querySelector("[aria-live]")?.getBoundingClientRect();
    return card.getBoundingClientRect().bottom - (text?.bottom ?? 0);
  });
  expect(rest).toBeLessThan(24);
  const hidden = await page
    .getByTestId("matrix")
    .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  expect(hidden).toBeLessThanOrEqual(1);
  await open(page, "#example=weather&learner=tree&step=11");
  await page.getByTestId("show-target").click();
  await expect(page.getByTestId("tree-drawing-note")).toHaveText("");
  const struck = await page.getByTestId("tree").evaluate((tree) => {
    const labels = [...tree.querySelectorAll("text.label")].map((label) => label.getBoundingClientRect());
    const lines = [...tree.querySelectorAll<SVGPathElement>("path.branch")].map((line) => {
      const end = line
        .getPointAtLength(line.getTotalLength())
        .matrixTransform(line.getScreenCTM() ?? undefined);
      return end.y;
    });
    return labels.filter(({ top, bottom, height }) =>
      lines.some((y) => y > top + height / 4 && y < bottom - height / 4),
    ).length;
  });
  expect(struck).toBe(0);
});

test("two learners in a hall: the panes take turns, and a table shows its rows", async ({ page }) => {
  await open(page, "#example=weather&learner=both&step=6", 768, 2);
  await page.keyboard.press("f");
  const rows = page.getByTestId("matrix").locator("[role=row]");
  const { y = 0, height = 0 } = (await page.getByTestId("matrix").boundingBox()) ?? {};
  const third = await rows.nth(2).boundingBox();
  expect((third?.y ?? Infinity) + (third?.height ?? 0)).toBeLessThanOrEqual(y + height);
  await page.getByRole("button", { name: "Automaton", exact: true }).first().click();
  await expect(page.getByTestId("machine").first()).toBeVisible();
  expect(await collisions(page)).toEqual([]);
});

test("the full screen enlarges a drawing, and so does Fit; trees have the same buttons", async ({ page }) => {
  await open(page, "#example=weather&learner=tree&step=10");
  const width = (name: string) =>
    page
      .getByTestId(name)
      .first()
      .evaluate((drawing) => drawing.querySelector("g")?.getBoundingClientRect().width);
  for (const [drawing, prefix] of [
    ["machine", ""],
    ["tree-drawing", "tree-"],
  ]) {
    const before = (await width(drawing)) ?? 0;
    await page.getByTestId(`${prefix}fit`).first().click();
    expect(await width(drawing), drawing).toBeGreaterThanOrEqual(before);
    await page.getByTestId(`${prefix}full-screen`).first().click();
    await expect(page.getByRole("button", { name: "Leave full screen" })).toBeVisible();
    await expect(async () => expect(await width(drawing), drawing).toBeGreaterThan(1.3 * before)).toPass();
    await page.getByRole("button", { name: "Leave full screen" }).click();
    await expect(page.getByRole("button", { name: "Full screen" }).first()).toBeVisible();
  }
  // Icons are drawn: fonts may lack their signs.
  await expect(page.getByTestId("full-screen").first().locator("svg path")).toHaveCount(1);
});
