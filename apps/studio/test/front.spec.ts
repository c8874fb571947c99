/** The first screen, the tour, and what a newcomer reads. */

import { readdirSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { type Entry, readGlossary } from "../../../scripts/glossary.ts";
import { captions } from "../src/engine/captions.ts";
import { HEADINGS } from "../src/engine/headings.ts";
import { textOf } from "../src/engine/say.ts";
import { expect, expectAccessible, inMenu, picture, test, testApart, waitForStatus } from "./studio.ts";

const engine = new URL("../src/engine/", import.meta.url);
const glossary: readonly Entry[] = readGlossary(
  readFileSync(new URL("../../../docs/glossary.md", import.meta.url), "utf8"),
);

testApart("the first screen says what this is, and plays a run until it is paused", async ({ page }) => {
  await page.clock.install();
  await page.goto("");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "A black box answers questions about words. Watch its machine being discovered.",
  );
  await expect(page.getByTestId("tour")).toBeInViewport();
  await expect(page.getByTestId("black-box")).toBeInViewport();
  const demo = page.getByTestId("demo");
  await expect(demo).toBeInViewport();
  await expect(demo).toHaveAttribute("data-step", "0");
  await page.clock.runFor(3300);
  await expect(demo).toHaveAttribute("data-step", "1");
  await page.getByTestId("demo-pause").click();
  await page.clock.runFor(20_000);
  await expect(demo).toHaveAttribute("data-step", "1");
  await page.getByRole("button", { name: "Next" }).click();
  await expect(demo).toHaveAttribute("data-step", "2");
});

testApart("with reduced motion nothing plays by itself", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.clock.install();
  await page.goto("");
  const demo = page.getByTestId("demo");
  const before = await demo.getAttribute("data-step");
  await page.clock.runFor(20_000);
  await expect(demo).toHaveAttribute("data-step", before ?? "");
  await expect(page.getByTestId("demo-pause")).toHaveText("Play");
});

test("the gallery begins with what needs no explanation, and ends with what readers of the paper look for", async ({
  page,
}) => {
  await page.goto("");
  const shelves = page.locator("section[aria-label]").filter({ has: page.locator("[data-example]") });
  await expect(shelves).toHaveCount(4);
  const names = await shelves.evaluateAll((all) => all.map((shelf) => shelf.getAttribute("aria-label")));
  expect(names).toEqual(["Start here", "Weights", "Networks", "For readers of the paper"]);
  for (const name of names.slice(0, 3)) {
    const text = await page.getByRole("region", { name: name ?? "" }).textContent();
    expect(text).not.toMatch(/tropical|free group|stuck|homothetic|semifield|rational|null|rank/iu);
  }
  for (const id of ["even", "abb", "three", "vending", "grammar"])
    await expect(
      page.getByRole("region", { name: "Start here" }).locator(`[data-example=${id}]`),
    ).toBeVisible();
  // Every card has a drawing.
  await expect(page.locator("li:has([data-example]):not(:has(svg))")).toHaveCount(0);
  await picture(page, "studio-home");
});

test("the tour: captions that light up one thing each, by keyboard, to the end", async ({ page }) => {
  await page.goto("");
  await page.getByTestId("tour").press("Enter");
  const caption = page.getByTestId("caption");
  for (const [i, { title, light, step }] of captions.entries()) {
    await expect(caption.getByRole("heading")).toHaveText(`${title} ${i + 1} of ${captions.length}`);
    await expect(page.locator("[data-lit]")).toHaveCount(1);
    await expect(page.locator("[data-lit]")).toHaveAttribute("data-tour", light);
    await expect(page.getByTestId("where")).toContainText(`Step ${step + 1} of`);
    await expect(page.getByTestId("tour-next")).toBeFocused();
    if (i === 3) await expectAccessible(page, "tour");
    await page.keyboard.press("Enter");
  }
  await expect(caption).toHaveCount(0);
  await expect(page.locator("[data-lit]")).toHaveCount(0);
  await expect(page.getByTestId("comparison")).toContainText("equal ✓");
});

for (const [width, height] of [
  [1366, 768],
  [390, 844],
]) {
  test(`the card of the tour covers nothing: ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("");
    await page.getByTestId("tour").click();
    for (const [i, { light }] of captions.entries()) {
      await expect(page.getByTestId("caption")).toContainText(`${i + 1} of ${captions.length}`);
      const lit = page.locator(`[data-lit][data-tour=${light}]`);
      await expect(lit).toBeInViewport();
      const card = await page.getByTestId("caption").boundingBox();
      for (const part of [lit, page.locator("main"), page.locator(".transport")]) {
        const box = await part.boundingBox();
        if (box === null || card === null) throw new Error("there is no box");
        const isApart = box.y + box.height <= card.y + 1 || card.y + card.height <= box.y + 1;
        expect(isApart, `${i + 1}: ${JSON.stringify([box, card])}`).toBe(true);
      }
      await page.getByTestId("tour-next").click();
    }
  });
}

test("a link that is followed during the tour ends it, and opens its step", async ({ page }) => {
  await page.goto("");
  await page.getByTestId("tour").click();
  await expect(page.locator("[data-lit]")).toHaveCount(1);
  await page.evaluate(() => {
    location.hash = "#example=weather&learner=tree&step=6";
  });
  await expect(page.getByTestId("where")).toContainText("Step 6 of");
  await expect(page.getByTestId("caption")).toHaveCount(0);
  await expect(page.locator("[data-lit]")).toHaveCount(0);
  await expect(page.getByTestId("learner")).toHaveValue("tree");
});

test("after table and tree, a person is asked by a learner that applies", async ({ page }) => {
  await page.goto("#example=even&learner=both");
  await waitForStatus(page, "done", 2);
  await page.getByTestId("choose").click();
  await page.getByTestId("black-box").click();
  await expect(page.getByTestId("learner")).toHaveValue("table");
});

test("a step says what is done in it, and shows known answers as known", async () => {
  const { previewRun } = await import("../src/engine/preview.ts");
  const { gallery } = await import("../src/engine/gallery.ts");
  const [even, abb] = ["even", "abb"].map((id) => gallery.find((example) => example.id === id));
  if (even === undefined || abb === undefined) throw new Error("an example is missing");
  const steps = previewRun(even.spec);
  const saidAt = (of: typeof steps, step: number) => textOf(of[step].frame.said.plain.sentence);
  expect(saidAt(steps, 1)).toContain("or is all ✗ and leads nowhere");
  expect(saidAt(steps, 2)).not.toContain("move up");
  expect(saidAt(steps, 3)).toContain("move up");
  // Four rows are new, and the answer to aa is known: three words are asked.
  const cellsAt = (step: number) => steps[step].rows.flatMap(({ cells }) => cells);
  expect(steps[3].rows.find(({ word }) => word === "aa")?.cells).toEqual(["✓"]);
  expect(cellsAt(3).filter((cell) => cell === undefined)).toHaveLength(steps[3].frame.askedCount);
  expect(cellsAt(4).filter((cell) => cell === undefined)).toHaveLength(steps[4].frame.askedCount);
  expect(steps[4].rows.find(({ word }) => word === "a")?.cells).toEqual(["✗", "✓"]);
  expect(saidAt(previewRun(abb.spec), 1)).toContain("an automaton that refuses every word");
});

test("the figures are those of the step that is shown", async ({ page }) => {
  await page.goto("#example=even");
  await waitForStatus(page);
  await expect(page.getByTestId("costs")).toContainText("At this step: 0 states, 3 questions");
  await page.locator("body").press("End");
  await expect(page.getByTestId("costs")).toHaveText(/^\s*2 states/u);
});

test("the end says which states of the black box are one, and gives them one colour", async ({ page }) => {
  await page.goto("#example=abb");
  await waitForStatus(page);
  await page.locator("body").press("End");
  await expect(page.getByTestId("comparison")).toContainText(/the states \d+ and \d+ do the same/u);
  const colours = async (pane: string) => {
    const nodes = page.locator(`[data-tour=${pane}] [data-testid=machine] g.state circle.node:first-of-type`);
    await expect(nodes.first()).toBeVisible();
    return new Set(await nodes.evaluateAll((all) => all.map((node) => getComputedStyle(node).stroke)));
  };
  expect(await colours("known")).toEqual(await colours("automaton"));
});

test("the captions are true of the run that they are shown on", async () => {
  const { previewRun } = await import("../src/engine/preview.ts");
  const { gallery } = await import("../src/engine/gallery.ts");
  const steps = previewRun(gallery[0].spec);
  const kinds = captions.map(({ step }) => steps[step].frame.kind);
  expect(kinds).toEqual([
    "start",
    "start",
    "conjecture",
    "conjecture",
    "counterexample",
    "revived",
    "conjecture",
    "end",
  ]);
  const rowsAt = (step: number) => new Map(steps[step].rows.map(({ word, cells }) => [word, cells.join("")]));
  expect([...rowsAt(1)]).toEqual([
    ["ε", "✓"],
    ["a", "✗"],
    ["b", "✓"],
  ]);
  expect(steps[3].rows.filter(({ isAbove }) => isAbove).map(({ word }) => word)).toEqual(["ε", "a", "aa"]);
  expect(steps[5].suffixes).toEqual(["ε", "a"]);
  expect(new Set(rowsAt(5).values())).toEqual(new Set(["✓✗", "✗✓"]));
  const last = gallery.find(({ title }) => title === "The last but one is an a");
  if (last === undefined) throw new Error("the example that the last caption names is missing");
  expect(previewRun(last.spec).map(({ frame }) => frame.kind)).toContain("unclosed");
});

test("the tour can be skipped, is remembered, and can be taken again", async ({ page }) => {
  await page.goto("");
  await page.getByTestId("tour").click();
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("caption")).toHaveCount(0);
  await expect(page.locator("h1")).toBeFocused();
  await page.reload();
  await page.getByTestId("menu").click();
  await page.getByRole("button", { name: "Take the tour again" }).click();
  await expect(page.getByTestId("caption")).toBeVisible();
});

test("every term that the page explains is in the glossary", () => {
  const words = new Set(glossary.map(({ word }) => word));
  const used = new Set<string>(Object.values(HEADINGS).map(({ term }) => term));
  for (const name of readdirSync(engine)) {
    const text = readFileSync(new URL(name, engine), "utf8");
    for (const [, term] of text.matchAll(/\bterm\("([^"]+)"/gu)) used.add(term);
    for (const [, term] of text.matchAll(/\bcountedTerm\([^,]+, "([^"]+)"/gu)) used.add(term);
  }
  expect(used.size).toBeGreaterThan(20);
  expect([...used].filter((term) => !words.has(term))).toEqual([]);
});

test("a term is defined on hover, on focus and on tap, with the words of the glossary", async ({ page }) => {
  await page.goto("#example=even");
  await waitForStatus(page);
  const term = page.getByTestId("sentence").locator("[data-term=word]").first();
  const meaning = page.getByRole("tooltip");
  const definition = glossary.find(({ word }) => word === "word")?.definition ?? "";
  const plain = definition.replaceAll(/\[([^\]]+)\]\([^)]+\)/gu, "$1");
  await term.hover();
  await expect(meaning).toContainText(plain);
  await page.mouse.move(0, 0);
  await expect(meaning).toHaveCount(0);
  await term.focus();
  await expect(meaning).toContainText(plain);
  await expect(term).toHaveAttribute("aria-describedby", (await meaning.getAttribute("id")) ?? "none");
  await page.keyboard.press("Escape");
  await expect(meaning).toHaveCount(0);
  await page.locator("h1").focus();
  await term.dispatchEvent("click");
  await expect(meaning).toBeInViewport({ ratio: 1 });
});

const sayings = async (page: Page): Promise<string[]> => {
  const found: string[] = [];
  const last = Number(await page.getByTestId("scrubber").getAttribute("max"));
  await page.locator("body").press("Home");
  for (let i = 0; i <= last; i++) {
    await expect(page.getByTestId("where")).toHaveText(`Step ${i + 1} of ${last + 1}`);
    found.push((await page.getByTestId("sentence").textContent()) ?? "");
    await page.locator("body").press("ArrowRight");
  }
  return found;
};

test("plain words first, the paper's by a switch that is remembered; yes and no are ✓ and ✗ in both", async ({
  page,
}) => {
  await page.goto("#example=last-but-one");
  await waitForStatus(page);
  const plain = await sayings(page);
  await inMenu(page, () => page.getByTestId("vocabulary").selectOption("paper"));
  const paper = await sayings(page);
  expect(plain.join(" ")).toContain("A row must move up");
  expect(plain.join(" ")).not.toMatch(/homothetic|closed|consistent|\b[PS]\b/u);
  expect(paper.join(" ")).toContain("Not closed");
  expect(paper.join(" ")).toContain("homothetic");
  await expect(page.getByRole("heading", { name: "Learned automaton" })).toBeVisible();
  await expect(page.getByTestId("costs")).toContainText("membership queries");
  const words = [...plain, ...paper, await page.getByTestId("status").textContent()].join(" ");
  expect(words).not.toMatch(/\b(true|false|weighs?|boolean)\b/iu);
  expect(plain.join(" ")).not.toMatch(/\bnull\b/u);
  await expect(page).toHaveURL(/step=9$/u);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Learned automaton" })).toBeVisible();
});
