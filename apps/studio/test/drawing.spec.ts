/** Drawings: zoom, pan, fit, full screen, readable labels, what lights up together, and overviews of large machines. */

import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { dropFile, expect, hankel, picture, tab, test, waitForArrangement, waitForStatus } from "./studio.ts";

function automaton(states: number, ...more: string[]): string {
  return hankel("random", "--states", String(states), "--semifield", "boolean", ...more).stdout;
}

async function learn(page: Page, text: string): Promise<void> {
  await page.goto("");
  await page.getByTestId("learner").selectOption("tree");
  await dropFile(page, "target.json", text);
  await waitForStatus(page);
  await page.getByTestId("end").click();
  // The target would stand beside the result.
  const swap = page.getByTestId("show-target");
  if ((await swap.textContent())?.includes("learner") === true) await swap.click();
  await waitForArrangement(page);
}

const scale = async (page: Page) =>
  Number(await page.getByTestId("machine").first().getAttribute("data-scale"));
const box = (page: Page) => page.getByTestId("machine").first().getAttribute("viewBox");

/** The heights of all texts of the drawings that are seen, in pixels on the screen. */
function textSizes(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<SVGTextElement>("[data-testid=machine] text")]
      .filter((text) => text.getClientRects().length > 0)
      .map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0)),
  );
}

/** Pairs of states that are drawn on top of each other. */
function stacked(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const pairs: string[] = [];
    for (const drawing of document.querySelectorAll("[data-testid=machine]")) {
      const states = [...drawing.querySelectorAll<SVGGElement>("[data-state]")].map((state) => ({
        id: state.dataset["state"],
        box: state.querySelector(".node")?.getBoundingClientRect() ?? new DOMRect(),
      }));
      for (const a of states) {
        for (const b of states) {
          if (a === b) continue;
          const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          // Circles beside each other on a diagonal have boxes that share a corner.
          if (across > a.box.width * 0.3 && down > a.box.height * 0.3) pairs.push(`${a.id} on ${b.id}`);
        }
      }
    }
    return pairs;
  });
}

test("zoom by wheel, buttons and keys, pan, fit", async ({ page }) => {
  await learn(page, automaton(7));
  const first = await scale(page);
  const whole = await box(page);
  await page.getByTestId("zoom-in").click();
  expect(await scale(page)).toBeCloseTo(first * 1.25);
  await page.getByTestId("zoom-out").click();
  expect(await scale(page)).toBeCloseTo(first);
  const frame = page.getByTestId("frame").first();
  const { x, y, width, height } = (await frame.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.wheel(0, -300);
  await expect(async () => expect(await scale(page)).toBeGreaterThan(first * 1.3)).toPass();
  const zoomed = await box(page);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 + 60, y + height / 2 + 30, { steps: 4 });
  await page.mouse.up();
  expect(await box(page)).not.toBe(zoomed);
  await expect(page.getByTestId("drawing-note")).toContainText("A part of the drawing");
  await page.getByTestId("fit").click();
  expect(await box(page)).toBe(whole);
  await frame.focus();
  await page.keyboard.press("+");
  expect(await scale(page)).toBeCloseTo(first * 1.25);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("0");
  expect(await box(page)).toBe(whole);
});

test("full screen, and back", async ({ page }) => {
  await learn(page, automaton(7));
  const { height } = (await page.getByTestId("frame").first().boundingBox()) ?? { height: 0 };
  await page.getByTestId("full-screen").first().click();
  await expect(page.getByRole("button", { name: "Leave full screen" })).toBeVisible();
  const full = (await page.getByTestId("frame").first().boundingBox()) ?? { height: 0 };
  expect(full.height).toBeGreaterThan(height);
  await page.getByRole("button", { name: "Leave full screen" }).click();
  await expect(page.getByRole("button", { name: "Full screen" }).first()).toBeVisible();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`no text of a drawing is smaller than 11 pixels, whatever its size: ${colorScheme}`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1366, height: 768 });
    for (const states of colorScheme === "light" ? [7, 12, 20, 40, 80] : [12, 40]) {
      await learn(page, automaton(states));
      const sizes = await textSizes(page);
      expect(sizes.length, `${states} states`).toBeGreaterThan(states);
      expect(Math.min(...sizes), `${states} states`).toBeGreaterThanOrEqual(10.99);
      expect(await stacked(page)).toEqual([]);
      await picture(page, `drawing-${states}-${colorScheme}`);
      // Whole, and much too small: then there are no labels, and a note says so.
      await page.getByTestId("fit").click();
      for (let i = 0; i < 6; i++) await page.getByTestId("zoom-out").click();
      await expect(page.getByTestId("drawing-note")).toContainText("Zoom in to read the labels");
      expect(await textSizes(page)).toEqual([]);
    }
  });
}

test("more than eighty states: an overview, and what is around a state", async ({ page }) => {
  await learn(page, automaton(200));
  await expect(page.getByTestId("overview-note")).toContainText("in groups");
  await expect(page.locator("[data-testid=machine] [data-state]")).toHaveCount(200);
  for (const size of await textSizes(page)) expect(size).toBeGreaterThanOrEqual(10.99);
  await picture(page, "drawing-200");
  await page.getByTestId("find-state").fill("17");
  await expect(page.getByTestId("overview-note")).toContainText("Around 17");
  await expect(page.locator("[data-testid=machine] [data-state]")).toHaveCount(16);
  await expect(page.locator("[data-testid=machine] .arc .label").first()).toBeVisible();
  await picture(page, "drawing-200-around");
  expect(await stacked(page)).toEqual([]);
  await page.getByRole("button", { name: "Overview" }).click();
  await page.locator("[data-testid=machine] [data-state='3']").click();
  await expect(page.getByTestId("overview-note")).toContainText("Around 3");
});

test("a thousand states: drawn in seconds, found, and saved", async ({ page }) => {
  test.setTimeout(120_000);
  await page.goto("");
  await page.getByTestId("learner").selectOption("tree");
  await dropFile(page, "target.json", automaton(1000));
  await waitForStatus(page);
  await page.getByTestId("end").click();
  const began = Date.now();
  const costs = (await page.getByTestId("costs").textContent()) ?? "";
  const states = Number(/(?<states>[\d,]+) states/u.exec(costs)?.groups?.["states"]?.replace(",", ""));
  expect(states).toBeGreaterThan(500);
  await expect(page.locator(".automaton [data-testid=machine] [data-state]")).toHaveCount(states, {
    timeout: 60_000,
  });
  test.info().annotations.push({ type: "drawn after", description: `${Date.now() - began} ms` });
  await picture(page, "drawing-1000");
  await page.locator(".automaton summary").click();
  for (const [what, text] of [
    ["svg", "<svg"],
    ["tikz", "(q500) at"],
  ]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(`.automaton [data-take=${what}]`).click(),
    ]);
    expect(readFileSync(await download.path(), "utf8")).toContain(text);
  }
  await page.locator(".automaton").getByTestId("find-state").fill("500");
  await expect(page.locator(".automaton").getByTestId("overview-note")).toContainText("Around 500");
});

test("the state under the pointer is marked, and its lines", async ({ page }) => {
  await learn(page, automaton(7));
  await page.locator("[data-testid=machine] [data-state='0']").first().hover();
  await expect(page.locator("[data-testid=machine] .state.near")).toHaveCount(1);
  await expect(page.locator("[data-testid=machine] .arc.near").first()).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(page.locator("[data-testid=machine] .state.near")).toHaveCount(0);
});

test("long lists of labels are shortened, and whole under the pointer and the focus", async ({ page }) => {
  const alphabet = Array.from({ length: 30 }, (_, i) => `symbol-${i}`);
  // A line with all of the symbols would be called by one word.
  const arcs = alphabet.slice(0, 29).map((symbol) => [0, symbol, "true", 1]);
  const text = JSON.stringify({
    format: "hankel/1",
    semifield: "boolean",
    alphabet,
    states: 2,
    initial: [[0, "true"]],
    final: [[1, "true"]],
    arcs,
  });
  await learn(page, text);
  const arc = page.locator("[data-testid=machine] .arc").first();
  await expect(arc).toContainText("… 24 more");
  await arc.focus();
  await expect(page.getByTestId("drawing-note")).toContainText("symbol-28");
});

/** What the hypothesis that is drawn says of a word: follows its arcs from state 0. */
async function drawnLanguage(page: Page): Promise<(word: string) => boolean> {
  const { arcs, finals } = await page.evaluate(() => {
    const drawing = document.querySelector("[data-testid=machine]");
    const groups = [...(drawing?.querySelectorAll<SVGGElement>(".arc") ?? [])];
    const ends = [...(drawing?.querySelectorAll<SVGGElement>(".state:has(.inner)") ?? [])];
    return {
      arcs: groups.map(({ dataset, textContent }) => [dataset["from"], dataset["to"], textContent] as const),
      finals: ends.map(({ dataset }) => dataset["state"]),
    };
  });
  return (word) => {
    let state: string | undefined = "0";
    for (const letter of word)
      state = arcs.find(([from, , text]) => from === state && text.includes(letter))?.[1];
    return state !== undefined && finals.includes(state);
  };
}

/** The shortest word on which two languages over a and b differ. */
function difference(one: (word: string) => boolean, other: (word: string) => boolean): string | undefined {
  const words = [""];
  for (const word of words) {
    if (one(word) !== other(word)) return word;
    if (word.length < 9) words.push(`${word}a`, `${word}b`);
  }
  return undefined;
}

const count = (word: string, letter: string) => word.split(letter).length - 1;
const languages = {
  "an even number of a and a multiple of three b": (word: string) =>
    count(word, "a") % 2 === 0 && count(word, "b") % 3 === 0,
  "words with abba": (word: string) => word.includes("abba"),
  "words with an a two letters before the last": (word: string) => word.at(-3) === "a",
};

for (const [name, says] of Object.entries(languages)) {
  test(`no two states of a teacher's hypotheses are on top of each other: ${name}`, async ({ page }) => {
    await page.goto("");
    await page.getByTestId("learner").selectOption("tree");
    await tab(page, "teacher");
    await page.getByLabel("Semifield").selectOption("boolean");
    await page.getByTestId("teacher-alphabet").fill("a b");
    await page.getByRole("button", { name: "Begin" }).click();
    const question = page.getByTestId("question");
    let conjectures = 0;
    for (let i = 0; i < 300; i++) {
      await expect(page.getByTestId("accept").or(question.locator(".word")).first()).toBeVisible();
      if ((await page.getByTestId("accept").count()) > 0) {
        conjectures++;
        await waitForArrangement(page);
        expect(await stacked(page)).toEqual([]);
        const word = difference(await drawnLanguage(page), says);
        if (word === undefined) break;
        await page.getByTestId("counterexample").fill(word);
        await page.getByTestId("reject").click();
        continue;
      }
      const place = await question.textContent();
      const word = (await question.locator(".word").textContent()) ?? "";
      await page.getByTestId(says(word === "ε" ? "" : word) ? "yes" : "no").click();
      // The next question, or the conjecture.
      await expect(async () => {
        const accept = await page.getByTestId("accept").count();
        expect(accept > 0 || (await question.textContent()) !== place).toBe(true);
      }).toPass({ intervals: [20] });
    }
    expect(conjectures).toBeGreaterThan(1);
    await page.getByTestId("accept").click();
    await waitForStatus(page);
    await waitForArrangement(page);
    expect(await stacked(page)).toEqual([]);
  });
}

test("the counterexample is followed inside the drawing's pane, with ✓ and ✗, and no label covers another", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto("");
  await page.getByTestId("learner").selectOption("table");
  await dropFile(page, "target.json", automaton(6, "--seed", "4"));
  await waitForStatus(page);
  await waitForArrangement(page);
  const walk = page.getByTestId("walk");
  for (let i = 0; i < 60 && (await walk.count()) === 0; i++) await page.getByTestId("forth").click();
  await expect(walk).toBeVisible();
  await page.getByTestId("peek").check();
  await expect(walk).toContainText(/[✓✗]/u);
  await expect(walk).not.toContainText(/weighs|true|false/u);
  await picture(page, "drawing-walk");
  const covered = await page.evaluate(() => {
    const pairs: string[] = [];
    for (const drawing of document.querySelectorAll("[data-testid=machine]")) {
      const labels = [...drawing.querySelectorAll<SVGTextElement>(".arc .label")].filter(
        (label) => label.getClientRects().length > 0,
      );
      const boxes = labels.map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }));
      for (const [i, a] of boxes.entries()) {
        for (const b of boxes.slice(0, i)) {
          const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
          const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
          if (across > 2 && down > 4) pairs.push(`${a.text} on ${b.text}`);
        }
      }
    }
    return pairs;
  });
  expect(covered).toEqual([]);
  const panes = await page.getByTestId("machine").count();
  expect(panes).toBe(2);
});
