/** Playing with a run: every score is counted, and comes from a run that really was. */

import type { Page } from "@playwright/test";
import { expect, expectAccessible, learnExpression, tab, test, waitForStatus } from "./studio.ts";

/** Opens the challenges for words that end in abb. */
async function open(page: Page): Promise<void> {
  await page.goto("");
  await learnExpression(page, "(a|b)*abb", "boolean");
  await waitForStatus(page);
  await tab(page, "challenge");
  await page.getByTestId("row-score").waitFor();
}

/** The rows of the puzzle above or below the line: their words and entries. */
function rowsOf(page: Page, part: number): Promise<{ word: string; cells: string }[]> {
  return page
    .getByTestId("challenge")
    .locator("tbody")
    .nth(part)
    .locator("tr")
    .evaluateAll((rows) =>
      rows.map((row) => ({
        word: row.querySelector("th")?.textContent?.trim() ?? "",
        cells: [...row.querySelectorAll("td")].map((cell) => cell.textContent).join(""),
      })),
    );
}

test("naming the row: a wrong click is counted, and every round has a right row", async ({ page }) => {
  await open(page);
  const count = Number(/of (\d+)/u.exec((await page.getByTestId("round").textContent()) ?? "")?.[1]);
  expect(count).toBe(3);
  for (let round = 0; round < count; round++) {
    const above = new Set((await rowsOf(page, 0)).map(({ cells }) => cells));
    const below = await rowsOf(page, 1);
    const fresh = below.filter(({ cells }) => !above.has(cells) && cells.includes("✓"));
    const old = below.filter(({ cells }) => above.has(cells));
    expect(fresh.length).toBeGreaterThan(0);
    const click = (word: string) => page.locator(`[data-word="${word}"]`).click();
    if (round === 0) {
      await click(old[0].word);
      await expect(page.getByTestId("row-verdict")).toContainText("✗ No");
    }
    await click(fresh[0].word);
    await expect(page.getByTestId("row-verdict")).toContainText(
      round === 0 ? "found with 2 clicks" : "found with 1 click.",
    );
    if (round + 1 < count) await page.getByTestId("next").click();
  }
  await expect(page.getByTestId("row-score")).toHaveText("2 of 3 at the first try");
  await expectAccessible(page, "name the row");
});

test("finding the counterexample: every word is counted, and an empty field is none", async ({ page }) => {
  await open(page);
  await tab(page, "word");
  const field = page.getByTestId("try");
  await field.press("Enter");
  await expect(page.getByTestId("challenge").getByRole("alert")).toContainText("press ε");
  for (const [word, answer] of [
    ["ab", "ab✗✗"],
    ["ε", "ε✗✗"],
    ["abb", "abb✓✗"],
  ]) {
    await field.fill(word);
    await field.press("Enter");
    await expect(page.getByTestId("tried").locator("tbody tr").last()).toHaveText(answer);
  }
  await expect(page.getByTestId("word-verdict")).toContainText("Refuted with 3 words");
  await expect(page.getByTestId("word-score")).toHaveText("1 of 1 refuted, 3 words tried");
  await expectAccessible(page, "find the counterexample");
});

test("beating the learner: words and guesses are counted, a wrong guess shows its word", async ({ page }) => {
  await open(page);
  await tab(page, "learner");
  const score = page.getByTestId("learner-score");
  for (const word of ["abb", "abb", "a"]) {
    await page.getByTestId("ask").fill(word);
    await page.getByTestId("ask").press("Enter");
    await expect(page.getByTestId("ask")).toHaveValue("");
  }
  await expect(page.getByTestId("asked")).toHaveText(/abb ✓\s*a ✗/u);
  await expect(score).toContainText("you: 2 words, 0 guesses");
  await page.getByTestId("judge").click();
  await expect(page.getByTestId("learner-verdict")).toContainText("yours says");
  await expect(score).toContainText("1 guess ");
  // States count the letters of abb that were read.
  for (let i = 0; i < 2; i++) await page.getByTestId("more-states").click();
  await page.getByLabel("State 0 accepts").uncheck();
  await page.getByLabel("State 3 accepts").check();
  for (const [from, a, b] of [
    [0, 1, 0],
    [1, 1, 2],
    [2, 1, 3],
    [3, 1, 0],
  ]) {
    await page.getByLabel(`From state ${from} on a to`).selectOption(String(a));
    await page.getByLabel(`From state ${from} on b to`).selectOption(String(b));
  }
  await page.getByTestId("judge").click();
  await expect(page.getByTestId("learner-verdict")).toContainText("✓ Equal");
  await expect(page.getByTestId("learner-verdict")).toContainText("you beat it");
  const numbers = ((await score.textContent()) ?? "").match(/\d+/gu)?.map(Number) ?? [];
  // Mine: two words and that of the wrong guess; the learner's are those of its run.
  expect(numbers.slice(0, 2)).toEqual([3, 2]);
  await expectAccessible(page, "beat the learner");
  await page.getByRole("tab", { name: "Watch" }).click();
  await page.getByTestId("end").click();
  await expect(page.getByTestId("costs")).toContainText(`${numbers[2]} questions`);
});
