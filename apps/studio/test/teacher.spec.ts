import type { Page } from "@playwright/test";
import { canonical, expect, tab, test, waitForArrangement, waitForStatus } from "./studio.ts";

async function begin(page: Page, semifield: string, alphabet: string): Promise<void> {
  await page.goto("");
  await tab(page, "teacher");
  await page.getByLabel("Semifield").selectOption(semifield);
  await page.getByTestId("teacher-alphabet").fill(alphabet);
  await page.getByRole("button", { name: "Begin" }).click();
}

/** Answers words until the learner makes a conjecture, or something else is there. */
async function answerWords(page: Page, weigh: (word: string) => string, until = "accept"): Promise<void> {
  const question = page.getByTestId("question");
  for (let i = 0; i < 200; i++) {
    const either = page.getByTestId(until).or(question.locator(".word"));
    await expect(either.first()).toBeVisible();
    if ((await page.getByTestId(until).count()) > 0) return;
    const place = await question.allTextContents();
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
      const isThere = (await page.getByTestId(until).count()) > 0;
      // The question may be gone before what comes instead is there.
      if (!isThere) expect(await question.allTextContents()).not.toEqual(place);
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

test("a counterexample that was answered is refused, and the run goes on", async ({ page }) => {
  await begin(page, "boolean", "a b");
  await answerWords(page, even);
  await page.getByTestId("counterexample").fill("a");
  await page.getByTestId("reject").click();
  await expect(page.getByTestId("refused")).toContainText(
    "You have said that “a” is not in your language, and the automaton says the same.",
  );
  await expect(page.getByTestId("failure")).toHaveCount(0);
  await page.getByTestId("counterexample").fill("aa");
  await page.getByTestId("reject").click();
  await answerWords(page, even);
  await page.getByTestId("accept").click();
  await waitForStatus(page);
  // Nobody has searched for a counterexample.
  await expect(page.getByTestId("sentence")).toContainText("You said that the automaton is right");
});

test("a contradiction is explained, and an answer can be changed", async ({ page }) => {
  await begin(page, "boolean", "a b");
  await answerWords(page, even);
  await page.getByTestId("counterexample").fill("aa");
  await page.getByTestId("reject").click();
  // The automaton says so too.
  await answerWords(page, (word) => String(word === "b"), "failure");
  await waitForStatus(page, "failed");
  const failure = page.getByTestId("failure");
  await expect(failure).toContainText("then you said that “aa” is not in your language");
  await expect(page.locator("main")).not.toContainText(/hypothesis both|weigh it/u);
  await expect(page.getByTestId("take-back")).toBeVisible();
  await page.getByLabel("Is aa in the language?").selectOption("true");
  await waitForStatus(page, "asking");
  await expect(page.getByTestId("failure")).toHaveCount(0);
});

test("the first question says what to think of, and a reload keeps the answers", async ({ page }) => {
  await page.goto("");
  await page.getByTestId("black-box").click();
  const question = page.getByTestId("question");
  await expect(page.getByTestId("think")).toContainText("Think of a language over a and b");
  await page.getByTestId("yes").click();
  await expect(page.getByTestId("think")).toHaveCount(0);
  await expect(question).toContainText("(2 of 3)");
  await page.reload();
  await expect(question).toContainText("(2 of 3)");
  await page.getByTestId("no").click();
  await answerWords(page, even);
  const answers = await said(page);
  await page.reload();
  await expect(page.getByTestId("accept")).toBeVisible();
  expect(await said(page)).toEqual(answers);
  // Another run begins with the first question.
  await page.getByTestId("choose").click();
  await page.getByTestId("black-box").click();
  await expect(question).toContainText("(1 of 3)");
});

test("a link to a session of questions shows its form, and says so", async ({ page, context }) => {
  await page.goto("");
  await page.getByTestId("black-box").click();
  await expect(page.getByTestId("question")).toBeVisible();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByTestId("link-begins")).toBeInViewport();
  await other.close();
});

/** The words that were answered so far, with their answers. */
async function said(page: Page): Promise<string[]> {
  const summary = page.getByTestId("said");
  if ((await summary.count()) === 0) return [];
  await summary.evaluate((details: HTMLDetailsElement) => (details.open = true));
  return summary
    .locator("tbody tr")
    .evaluateAll((rows) =>
      rows.map((row) => `${row.querySelector("td")?.textContent} ${row.querySelector("select")?.value}`),
    );
}

test("undo takes back a word of the question, then answers, then a counterexample", async ({ page }) => {
  await begin(page, "boolean", "a b");
  const question = page.getByTestId("question");
  await expect(page.getByTestId("undo")).toBeDisabled();
  await expect(question).toContainText("(1 of 3)");
  await page.getByTestId("yes").click();
  await expect(question).toContainText("(2 of 3)");
  await page.getByTestId("undo").click();
  await expect(question).toContainText("(1 of 3)");

  await answerWords(page, even);
  const answers = ["ε true", "a false", "b true"];
  expect(await said(page)).toEqual(answers);
  await page.getByTestId("undo").click();
  await expect(question).toContainText("(1 of 1)");
  await expect.poll(() => said(page)).toEqual(answers.slice(0, 2));
  await page.getByTestId("yes").click();

  // A word that the conjecture gets wrong is a click away.
  await page
    .getByTestId("says")
    .filter({ hasText: /^\s*aa\b/u })
    .click();
  await expect(page.getByTestId("said")).toContainText("1 counterexample");
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("accept")).toBeVisible();
  expect(await said(page)).toEqual(answers);
  await expect(page.getByTestId("said")).not.toContainText("counterexample");
});

test("an empty field is no counterexample, and the empty word is one", async ({ page }) => {
  await begin(page, "boolean", "a b");
  // Nothing is accepted, the learner is told.
  await answerWords(page, () => "false");
  await page.getByTestId("reject").click();
  await expect(page.getByTestId("missing")).toContainText("press ε");
  await expect(page.getByTestId("accept")).toBeVisible();
  await page.getByTestId("counterexample").fill("b b");
  await page.getByTestId("epsilon").click();
  await expect(page.getByTestId("counterexample")).toHaveValue("ε");
  await page.getByTestId("reject").click();
  // It was said not to be in the language: it was taken for the empty word.
  await expect(page.getByTestId("refused")).toContainText("“ε”");
});

test("the learner can be changed: the answers stay, and so does what was refuted", async ({ page }) => {
  await begin(page, "boolean", "a b");
  await answerWords(page, even);
  await page.getByTestId("counterexample").fill("aa");
  await page.getByTestId("reject").click();
  await answerWords(page, even);
  const before = await said(page);
  await page.getByTestId("learner").selectOption("tree");
  await expect(page.locator("[data-testid=status][data-run=tree]")).toBeVisible();
  // The counterexample of before refutes the first conjecture of the tree, too.
  await answerWords(page, even);
  await expect(page.getByTestId("question")).toContainText("2 states");
  expect(await said(page)).toEqual(expect.arrayContaining(before));
  await page.getByTestId("accept").click();
  await waitForStatus(page);
});

for (const [width, height] of [
  [1366, 768],
  [390, 844],
] as const)
  test(`the conjecture is in sight without scrolling on ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await begin(page, "boolean", "a b");
    await answerWords(page, even);
    await page.getByTestId("counterexample").fill("aa");
    await page.getByTestId("reject").click();
    await answerWords(page, even);
    const drawing = page.getByTestId("machine").first();
    await expect(drawing).toBeVisible();
    const circles = await drawing
      .locator("circle")
      .evaluateAll((found) => found.map((circle) => circle.getBoundingClientRect()));
    expect(circles.length).toBeGreaterThan(1);
    for (const { top, bottom } of circles) {
      expect(top).toBeGreaterThan(0);
      expect(bottom).toBeLessThan(height);
    }
  });

test("states never stand on each other, at any question", async ({ page }) => {
  const languages: readonly ((word: string) => boolean)[] = [
    (word) => word.endsWith("abb"),
    (word) => !/aa|bb/u.test(word),
    (word) => [...word].filter((letter) => letter === "a").length % 3 === 0,
    (word) => word.length % 2 === 1 && word.startsWith("a"),
  ];
  for (const accepts of languages) {
    await begin(page, "boolean", "a b");
    for (let conjectures = 0; conjectures < 8; conjectures++) {
      await answerWords(page, (word) => String(accepts(word)));
      await waitForArrangement(page);
      const states = page.getByTestId("machine").first().locator("g:has(> circle.node)");
      const places = await states.evaluateAll((groups) =>
        groups.map((group) => {
          const circle = group.querySelector("circle") as SVGCircleElement;
          return [circle.cx.baseVal.value, circle.cy.baseVal.value, circle.r.baseVal.value] as const;
        }),
      );
      const told = /with (\d+) states?/u.exec((await page.getByTestId("question").textContent()) ?? "");
      expect(places).toHaveLength(Number(told?.[1]));
      places.forEach(([x, y, r], i) => {
        for (const [otherX, otherY] of places.slice(0, i))
          expect(Math.hypot(x - otherX, y - otherY), accepts.toString()).toBeGreaterThan(2 * r);
      });
      const wrong = await page
        .getByTestId("says")
        .evaluateAll((buttons) => buttons.map((button) => (button.textContent ?? "").trim().split(/\s+/u)));
      const found = wrong.find(([word, weight]) => accepts(word === "ε" ? "" : word) !== (weight === "✓"));
      if (found === undefined) break;
      await page.getByTestId("says").nth(wrong.indexOf(found)).click();
    }
    await page.getByTestId("accept").click();
    await waitForStatus(page);
  }
});
