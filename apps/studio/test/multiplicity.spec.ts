/** The learner of automata over a field on the page: nondeterministic targets, its block, its end. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  type Automaton,
  fieldTeacher,
  fromExpression,
  learn,
  readHankel,
  semifieldByName,
  writeHankel,
} from "hankel";
import { gallery } from "../src/engine/gallery.ts";
import {
  canonical,
  dropFile,
  expect,
  expectAccessible,
  hankel,
  learnExpression,
  openTargets,
  picture,
  tab,
  temporaryFolder,
  test,
  waitForStatus,
} from "./studio.ts";

/** What the library learns from the same target. */
function answer(target: Automaton<unknown>): string {
  return writeHankel(learn(fieldTeacher(target), { learner: "multiplicity" }).automaton);
}

function counts(): string {
  const example = gallery.find(({ id }) => id === "no-deterministic");
  if (example?.spec.kind !== "automaton") throw new Error("the example is missing");
  return example.spec.text;
}

const choose = (page: Page, learner: string) => page.getByTestId("learner").selectOption(learner);

test("a language without a deterministic automaton: the tree grows, and multiplicity ends with two states", async ({
  page,
}) => {
  await page.goto("");
  await choose(page, "tree");
  await page.locator("[data-example=no-deterministic]").click();
  await waitForStatus(page);
  await expect(page.getByTestId("status")).toContainText("Ended early.");
  await page.locator("body").press("End");
  await expect(page.getByTestId("sentence")).toContainText("more than 128 states");
  await expect(page.getByTestId("advice")).toContainText("the rank of the Hankel matrix stands still at 2");
  await picture(page, "advice");

  await page.getByTestId("follow-advice").click();
  await waitForStatus(page);
  await expect(page.getByTestId("learner")).toHaveValue("multiplicity");
  await expect(page.getByTestId("status")).toContainText("Learned.");
  await expect(page.getByTestId("advice")).toHaveCount(0);
  await page.locator("body").press("End");
  await expect(page.getByTestId("sentence")).toContainText(
    "Rank 2: no automaton over this field has fewer states",
  );
  await page.getByTestId("show-target").click();
  const block = page.getByTestId("matrix");
  await expect(block).toContainText("3·ε − a");
  await expect(page.getByTestId("machine")).toHaveAttribute("aria-label", "Hypothesis: 2 states, 6 arcs");
  await page.setViewportSize({ width: 1280, height: 800 });
  await picture(page, "studio-multiplicity");
  await expectAccessible(page, "multiplicity");
  // And backwards: before the second basis word, the block has one row above the line.
  await page.locator("body").press("Home");
  await expect(page.getByTestId("sentence")).toContainText("Is L(ε) zero?");
  for (const [title, rank] of [
    ["Start", "rank at least 0"],
    ["New dimension", "rank at least 1"],
    ["Another column?", "rank at least 1"],
    ["New dimension", "rank at least 2"],
  ]) {
    await expect(page.getByTestId("sentence").getByRole("heading")).toHaveText(title);
    await expect(page.getByTestId("rank")).toContainText(rank);
    await picture(page, `step-${title}-${rank}`);
    await page.locator("body").press("ArrowRight");
  }
  expect(await canonical(page)).toBe(answer(readHankel(counts())));
  await picture(page, "explore");
});

test("a counterexample shows where it breaks the hypothesis", async ({ page }) => {
  await page.goto("");
  await choose(page, "multiplicity");
  await learnExpression(page, "(<1/2>a|<3>b)*|(<2>a|b)*<1/5>a|<2>aabbaa");
  await waitForStatus(page);
  await page.locator("body").press("Home");
  const heading = page.getByTestId("sentence").getByRole("heading");
  let steps = 0;
  for (; (await heading.textContent()) !== "Here it breaks" && steps < 60; steps++) {
    await page.locator("body").press("ArrowRight");
  }
  await expect(heading).toHaveText("Here it breaks");
  await expect(page.getByTestId("sentence")).toContainText("becomes a column");
  await expect(page.getByTestId("breaks")).toHaveCount(1);
  await picture(page, "breaks");
  await page.getByTestId("peek").check();
  const whole = page.getByTestId("walk-on");
  while (await whole.isEnabled()) await whole.click();
  await expect(page.getByTestId("walk-hypothesis")).toContainText("⊗");
  await expect(page.getByTestId("walk-target")).toContainText("⊕");
  await picture(page, "breaks-end");
});

test("nondeterministic files and expressions over every exact field are learned as they are", async ({
  page,
}) => {
  await page.goto("");
  await choose(page, "multiplicity");
  await dropFile(page, "counts.json", counts());
  await waitForStatus(page);
  expect(await canonical(page)).toBe(answer(readHankel(counts())));
  for (const [semifield, text] of [
    ["rational", "(<1/2>a|<3>b)*|(<2>a|b)*<1/5>a"],
    ["prime-field:7", "(<3>a|b)*|(a|<5>b)*"],
    ["quaternion", "(<1+2i>a|<j>b)*|(<k>a|b)*<2>b"],
  ]) {
    await learnExpression(page, text, semifield);
    await waitForStatus(page);
    expect(await canonical(page), semifield).toBe(answer(fromExpression(text, semifieldByName(semifield))));
  }
  await tab(page, "watch");
  await page.getByTestId("end").click();
  await expect(page.getByTestId("machine")).toHaveCount(2);
  await picture(page, "quaternion");
});

test("weights that form no field are refused with a sentence", async ({ page }) => {
  await page.goto("");
  await choose(page, "multiplicity");
  await page.locator("[data-example=costs]").click();
  await waitForStatus(page, "failed");
  await expect(page.getByTestId("failure")).toContainText(
    "needs a field, and tropical has no additive inverses",
  );
  await choose(page, "table");
  await waitForStatus(page);
});

async function learnCounts(page: Page): Promise<void> {
  await tab(page, "function");
  await page
    .getByTestId("code")
    .fill(
      "(word) => ['a', 'b'].reduce((sum, x) => sum + 2n ** BigInt(word.filter((y) => x === y).length), 0n)",
    );
  await page.getByTestId("function-alphabet").fill("a b");
  await page.getByRole("combobox", { name: "Semifield" }).selectOption("rational");
  await page.getByRole("button", { name: "Learn" }).click();
}

test("a run that grows without end is advised while it runs, and ends with its evidence when it is stopped", async ({
  page,
}) => {
  await page.goto("");
  await choose(page, "tree");
  await learnCounts(page);
  await expect(page.getByTestId("advice")).toContainText("stands still at 2");
  await expect(page.getByTestId("status")).toHaveAttribute("data-state", "learning");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await waitForStatus(page);
  await page.locator("body").press("End");
  await expect(page.getByTestId("sentence")).toContainText("looks regular but not deterministic");
  await page.getByTestId("follow-advice").click();
  await expect(page.getByTestId("learner")).toHaveValue("multiplicity");
  await waitForStatus(page);
  await page.locator("body").press("End");
  await expect(page.getByTestId("status")).toContainText("Learned. Over rational, 2 symbols. 2 states");
});

test("a function over a field is learned from tests, and a weight is a sum over paths", async ({ page }) => {
  await page.goto("");
  await choose(page, "multiplicity");
  await learnCounts(page);
  await waitForStatus(page);
  expect(await canonical(page)).toBe(answer(readHankel(counts())));
  await page.getByTestId("word").fill("a a b");
  await page.getByRole("button", { name: "Weigh" }).click();
  await expect(page.getByTestId("weight")).toContainText("weighs 6");
  await expect(page.getByTestId("path")).toContainText("1 in 0—a→1 in 1—a→-2 in 0, 3 in 1—b→2 in 1");
  await page.getByTestId("residuals").click();
  await expect(page.getByTestId("residual-sentence")).toContainText("Not homothetic");
  await page.getByTestId("certificate").click();
  await expect(page.getByTestId("certificate-sentence")).toContainText(
    "the language has at least rank 2, and agrees with the automaton",
  );
  await expect(page.getByTestId("statistics")).toContainText("degrees of freedom8");
});

test("rounded weights: the page shows the spectrum that the rank is read from", async ({ page }) => {
  await page.goto("");
  await choose(page, "multiplicity");
  await dropFile(page, "real.json", counts().replace('"rational"', '"real"'));
  await waitForStatus(page);
  await page.locator("body").press("End");
  await expect(page.getByTestId("sentence")).toContainText("Singular values");
  await expect(page.getByTestId("sentence")).toContainText("rank 2 at a threshold");
  expect(JSON.parse(await canonical(page))).toMatchObject({ semifield: "real", states: 2 });
});

test("a journal of the command line ends on the page as it ended there, complete or cut off", async ({
  page,
}) => {
  const folder = temporaryFolder();
  const [target, journal, learned, cut] = ["target.json", "run.jsonl", "learned.json", "cut.jsonl"].map(
    (name) => join(folder, name),
  );
  const expression = "(<1/2>a|<3>b)*|(<2>a|b)*<1/5>a|<2>aabbaa";
  writeFileSync(target, writeHankel(fromExpression(expression, semifieldByName("rational"))));
  const made = hankel("learn", target, "--journal", journal, "--learner", "multiplicity", "--out", learned);
  expect(made.stderr + made.status).toMatch(/0$/u);
  await page.goto("");
  await tab(page, "journal");
  await page.getByTestId("file").setInputFiles(journal);
  await waitForStatus(page);
  await expect(page.getByTestId("status")).toContainText("multiplicity: Learned.");
  await expect(page.getByTestId("learner")).toHaveCount(0);
  await page.locator("body").press("End");
  await expect(page.getByTestId("sentence")).toContainText("Rank 9: no automaton over this field");
  await picture(page, "journal");
  expect(await canonical(page)).toBe(readFileSync(learned, "utf8"));

  const whole = readFileSync(journal, "utf8");
  writeFileSync(cut, whole.slice(0, Math.floor(whole.length * 0.6)));
  await openTargets(page);
  await tab(page, "journal");
  await page.getByTestId("file").setInputFiles(cut);
  await waitForStatus(page);
  await expect(page.getByTestId("status")).toContainText("Ended early.");
  const { stdout } = hankel("replay", cut);
  expect(await canonical(page)).toBe(stdout);
});

test("the command line replays a journal of the page and reads its files", async ({ page }) => {
  await page.goto("");
  await choose(page, "multiplicity");
  await page.locator("[data-example=no-deterministic]").click();
  await waitForStatus(page);
  const expected = await canonical(page);
  await tab(page, "take");
  for (const [format, ending] of [
    ["hankel", "json"],
    ["dot", "dot"],
    ["att", "att"],
    ["daut", "daut"],
    ["journal", "journal"],
    ["svg", "svg"],
    ["png", "png"],
  ]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(`[data-take=${format}]`).first().click(),
    ]);
    const file = join(temporaryFolder(), `taken.${ending}`);
    await download.saveAs(file);
    if (format === "svg" || format === "png") continue;
    const read =
      format === "journal"
        ? hankel("replay", file)
        : hankel("minimize", file, "--semifield", "rational", "--to", "hankel");
    expect(read.stderr + read.status, format).toMatch(/0$/u);
    expect(read.stdout, format).toBe(expected);
  }
});
