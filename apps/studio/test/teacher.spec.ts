import type { Page } from "@playwright/test";
import { canonical, expect, tab, test, waitForStatus } from "./studio.ts";

async function begin(page: Page, semifield: string, alphabet: string): Promise<void> {
  await page.goto("");
  await tab(page, "teacher");
  await page.getByLabel("Semifield").selectOption(semifield);
  await page.getByTestId("teacher-alphabet").fill(alphabet);
  await page.getByRole("button", { name: "Begin" }).click();
}

/** Answers words until the learner makes a conjecture. */
async function answerWords(page: Page, weigh: (word: string) => string): Promise<void> {
  const question = page.getByTestId("question");
  for (let i = 0; i < 200; i++) {
    const either = page.getByTestId("accept").or(question.locator(".word"));
    await expect(either.first()).toBeVisible();
    if ((await page.getByTestId("accept").count()) > 0) return;
    const place = await question.textContent();
    const word = (await question.locator(".word").textContent()) ?? "";
    const weight = weigh(word === "ε" ? "" : word);
    if ((await page.getByTestId("yes").count()) > 0)
      await page.getByTestId(weight === "true" ? "yes" : "no").click();
    else {
      await page.getByTestId("answer").fill(weight);
      await page.getByRole("button", { name: "Answer" }).click();
    }
    // The next question, or the conjecture.
    await expect(async () => {
      const accept = await page.getByTestId("accept").count();
      expect(accept > 0 || (await question.textContent()) !== place).toBe(true);
    }).toPass();
  }
  throw new Error("the learner made no conjecture");
}

const even = (word: string) => String([...word].filter((letter) => letter === "a").length % 2 === 0);

test("you are the teacher: words with an even number of a", async ({ page }) => {
  await begin(page, "boolean", "a b");
  await answerWords(page, even);
  await page.getByTestId("counterexample").fill("aa");
  await page.getByTestId("reject").click();
  await expect(page.getByTestId("said")).toContainText("1 counterexample");
  await answerWords(page, even);
  await page.getByTestId("accept").click();
  await waitForStatus(page);
  const learned = JSON.parse(await canonical(page)) as { states: number; final: readonly unknown[] };
  expect(learned.states).toBe(2);
  expect(learned.final).toHaveLength(1);
});

test("a verdict is given once: its form goes before the next question comes", async ({ page }) => {
  await begin(page, "boolean", "a b");
  await answerWords(page, even);
  await page.getByTestId("counterexample").fill("aa");
  const left = await page.evaluate(async () => {
    const form = document.querySelector("[data-testid=reject]")?.closest("form");
    form?.requestSubmit();
    // The page draws in microtasks, and messages of the learner come after all of them.
    for (let i = 0; i < 100; i++) await Promise.resolve();
    return document.querySelectorAll("[data-testid=accept]").length;
  });
  expect(left).toBe(0);
  await answerWords(page, even);
  await page.getByTestId("accept").click();
  await waitForStatus(page);
});

test("weights are read in the semifield's notation, and malformed ones are refused", async ({ page }) => {
  await begin(page, "rational", "a");
  await page.getByTestId("answer").fill("nonsense");
  await page.getByRole("button", { name: "Answer" }).click();
  const refused = page.getByTestId("refused");
  if ((await page.getByTestId("question").textContent())?.includes("(2 of") === true) {
    await page.getByTestId("answer").fill("1");
    await page.getByRole("button", { name: "Answer" }).click();
  }
  await expect(refused).toContainText("nonsense");
  await answerWords(page, (word) => `${2 ** word.length}`);
  await page.getByTestId("accept").click();
  await waitForStatus(page);
  expect(JSON.parse(await canonical(page))).toMatchObject({ states: 1, arcs: [[0, "a", "2", 0]] });
});

test("a contradiction is explained, and an answer can be changed", async ({ page }) => {
  await begin(page, "boolean", "a b");
  await answerWords(page, even);
  await page.getByTestId("counterexample").fill("a");
  await page.getByTestId("reject").click();
  await waitForStatus(page, "failed");
  const failure = page.getByTestId("failure");
  await expect(failure).toContainText("the answers contradict each other");
  await expect(failure).toContainText("you had said ✗");
  await page.getByTestId("said").locator("summary").click();
  await page.getByTestId("take-back").click();
  await waitForStatus(page, "asking");
  await page.getByTestId("accept").click();
  await waitForStatus(page);

  await page.getByTestId("said").locator("summary").click();
  await page.getByLabel("Weight of a", { exact: true }).fill("true");
  await page.getByLabel("Weight of a", { exact: true }).press("Tab");
  await waitForStatus(page, "asking");
});
