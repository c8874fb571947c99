import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  expect,
  expectAccessible,
  hankel,
  inMenu,
  tab,
  temporaryFolder,
  test,
  waitForStatus,
} from "./studio.ts";

/** A model as the text of a file: the distribution after each state, whose last entry is the end. */
function fileOf(
  alphabet: readonly string[],
  rows: readonly (readonly number[])[],
  next: (state: number, letter: number) => number,
): string {
  const arcs = rows.flatMap((row, state) =>
    alphabet.map((symbol, letter) => [state, symbol, String(row[letter]), next(state, letter)]),
  );
  const final = rows.map((row, state) => [state, String(row[alphabet.length])]);
  const form = { format: "hankel/1", semifield: "real", alphabet, states: rows.length };
  return JSON.stringify({ ...form, initial: [[0, "1"]], final, arcs });
}

/** Numbers below 1 that look random, always the same. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function distribution(logits: readonly number[]): number[] {
  const weights = logits.map(Math.exp);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/** Like a natural language: what comes next depends on the last twelve letters, the more the nearer they are. */
function naturalModel(): string {
  const [memory, decay] = [12, 0.8];
  const random = numbers(1);
  const effects = Array.from({ length: memory }, () =>
    [0, 1].map(() => [0, 1, 2].map(() => 2 * random() - 1)),
  );
  const rows = Array.from({ length: 2 ** memory }, (_, state) =>
    distribution(
      [0, 1, 2].map((symbol) =>
        effects.reduce((sum, effect, i) => sum + 2 * decay ** i * effect[(state >> i) & 1][symbol], 0),
      ),
    ),
  );
  return fileOf(["a", "b"], rows, (state, letter) => (2 * state + letter) % 2 ** memory);
}

/** Forty words of which ten lead to the other state, and each is as likely as its place says. */
function wordyModel(): string {
  const alphabet = Array.from({ length: 40 }, (_, i) => `word${i + 1}`);
  const rows = [0, 1].map((state) =>
    distribution([...alphabet, "end"].map((_, i) => -((state === 0 ? i : 40 - i) / 15))),
  );
  return fileOf(alphabet, rows, (state, letter) => (letter < 10 ? 1 - state : state));
}

/** Learns a model with the command line, and opens the journal of that run. */
async function replay(page: Page, model: string, learner: string): Promise<void> {
  const folder = temporaryFolder();
  const [file, journal] = ["model.json", "run.jsonl"].map((name) => join(folder, name));
  writeFileSync(file, model);
  const out = join(folder, "learned.json");
  const learned = hankel("learn", file, "--learner", learner, "--journal", journal, "--out", out);
  expect(learned.status, learned.stderr).toBe(0);
  await page.goto("");
  await tab(page, "journal");
  await page.getByTestId("file").setInputFiles(journal);
  await waitForStatus(page);
}

test("the curve tells two ways of growing apart, and says why one automaton was chosen", async ({ page }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 1360, height: 1120 });
  await replay(page, naturalModel(), "soft:states=12");
  await page.locator("body").press("End");
  const curve = page.getByTestId("curve");
  const why = page.getByTestId("why");
  const point = page.getByTestId("point");
  // Colour and shape tell them apart: circles have grown by distance, the others by gain. One of each is in the legend.
  for (const [shape, family] of [
    ["circle", "distance"],
    ["path", "gain"],
  ]) {
    expect(await curve.locator(`${shape}.${family}`).count()).toBeGreaterThan(1);
  }
  await expect(page.getByTestId("legend-distance")).toHaveText("grown by distance: finds machines");
  await expect(page.getByTestId("legend-gain")).toHaveText(
    "grown by expected gain: describes natural languages",
  );
  await expect(page.getByTestId("legend-ngram")).toHaveText(
    /^the best n-gram that is no larger: n = 3, \d+ states$/u,
  );
  await expect(page.getByTestId("ngram")).toHaveCount(2);
  await expect(page.getByTestId("chosen-point")).toBeVisible();
  await expect(why).toContainText("At most 12 states were wanted");
  await expect(why).toContainText(
    /The best table that looks at the last 2 symbols only, and is no larger, has KL 0\.0\d+ with \d+ states/u,
  );
  await expect(point).toContainText("drawn words that it is not made of");
  await expectAccessible(page, "a curve of two families");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "a curve of two families, dark");
  await page.emulateMedia({ colorScheme: "light" });

  // What is pointed at is told, and a click shows its automaton, which can be taken.
  const box = await curve.boundingBox();
  if (box === null) throw new Error("no curve");
  await curve.hover({ position: { x: 0.15 * box.width, y: box.height / 3 } });
  await expect(page.getByTestId("told")).toHaveText(
    /^1 state, KL 0\.\d+ nats per symbol, grown by distance$/u,
  );
  await curve.click({ position: { x: 0.15 * box.width, y: box.height / 3 } });
  await expect(point).toContainText("1 state: KL");
  await page.mouse.move(0, 0);
  await expect(page.getByTestId("machine")).toHaveAttribute("aria-label", /1 state,/u);

  // The keyboard goes from point to point, and hears the same.
  await curve.press("ArrowRight");
  await expect(point).toContainText("states: KL");
  await expect(curve).toHaveAttribute("aria-valuetext", /^2 states, KL 0\.\d+ nats per symbol, grown by /u);
  await expect(page.getByTestId("told")).toContainText("2 states");
  await expect(page.getByTestId("machine")).toHaveAttribute("aria-label", /2 states/u);
  await expect(page.getByTestId("sentence")).toContainText("The best automaton with 2 states");
  await page.getByTestId("use").click();
  await expect(page.getByTestId("in-use")).toBeVisible();
  await curve.press("End");
  await expect(point).toContainText("12 states: KL");

  // Before the words were drawn, there was one way of growing.
  await curve.blur();
  await page.locator("body").press("Home");
  await expect(page.getByTestId("sentence")).toContainText("One state");
  await expect(curve.locator(".gain")).toHaveCount(0);
  await expect(page.getByTestId("use")).toHaveCount(0);

  await inMenu(page, () => page.getByTestId("vocabulary").selectOption("paper"));
  await expect(why).toContainText("the fewest whose KL is within 2 % of the least");
  await expect(why).toContainText("The best n-gram model that is no larger, with n = 3,");
});

test("a line of many symbols names a few, and lists all of them with their probabilities", async ({
  page,
}) => {
  await replay(page, wordyModel(), "soft");
  const line = page.locator("[data-from='0'][data-to='0'].grouped");
  await expect(line).toContainText(/more: \d+ %/u);
  await line.hover();
  await expect(page.getByTestId("drawing-note")).toContainText("click for all 30");
  await line.focus();
  await line.press("Enter");
  const list = page.getByTestId("symbols");
  await expect(list).toContainText("From 0 to 0: 30 symbols");
  const rows = list.locator("tr");
  await expect(rows).toHaveCount(30);
  await expect(rows.first()).toHaveText(/word11\s*\d+(\.\d+)? %/u);
  const shares = (await rows.locator("td").allTextContents()).map(Number.parseFloat);
  expect(shares).toEqual(shares.toSorted((one, other) => other - one));
  // It scrolls: the last symbol comes into sight, and the drawing stays.
  await rows.last().scrollIntoViewIfNeeded();
  await expect(rows.last()).toBeInViewport();
  await expectAccessible(page, "a list of symbols");
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(line).toBeFocused();
  await line.locator("text").first().click();
  await expect(list).toBeVisible();
  await page.getByTestId("close-symbols").click();
  await expect(list).toHaveCount(0);
});

test("the English network of the gallery is loaded on use, and a run on it can be ended early", async ({
  page,
}) => {
  test.setTimeout(180_000);
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto("");
  const example = page.locator("[data-example=english]");
  await expect(example).toHaveText("English words, letter by letter");
  expect(loaded.filter((path) => path.endsWith(".onnx"))).toEqual([]);
  await example.click();
  await expect(page.getByTestId("status")).toContainText("26 symbols");
  expect(loaded.filter((path) => /english.*\.onnx$/u.test(path))).toHaveLength(1);
  await expect(page.getByTestId("point")).toContainText("states: KL");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await waitForStatus(page);
  // A fast machine may have come to the end before.
  await expect(page.getByTestId("why")).toContainText(
    /more questions make it better|No number of states stands out/u,
  );
  await expect(page.getByTestId("machine")).toBeVisible();
});
