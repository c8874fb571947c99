import type { Suite } from "../suite.ts";
import { CONNECT, CONNECTED, heading, namesOfTests, type SuiteFormat, stepsOf } from "./writer.ts";

const ACTIONS = ": Record<string, (page: Page) => Promise<void>>";

/** A file for Playwright: what each input does and how each answer shows is said once, and each test is a list of steps. */
export const playwright: SuiteFormat = {
  name: "playwright",
  about: "a file for Playwright: an action for each input, a check for each answer",
  endings: [".spec.ts", ".spec.js", ".spec.mjs"],
  write(suite, { title, typed = true }) {
    const names = namesOfTests(suite);
    const tests = suite.tests.map((test, i) => {
      const steps = stepsOf(suite, test).map(({ input, answer }) => [input ?? null, answer ?? null]);
      return `  { name: ${JSON.stringify(names[i])}, steps: ${JSON.stringify(steps)} },\n`;
    });
    const types = (text: string) => (typed ? text : "");
    return `// ${heading(suite, title)}
import { expect, ${types("type Page, ")}test } from "@playwright/test";

// ${CONNECT}
async function open(page${types(": Page")}) {
  await page.goto("/");
}

// What each input does on the page.
const inputs${types(ACTIONS)} = {
${used(suite, "input")
  .map(
    (input) =>
      `  ${JSON.stringify(input)}: async (page) => {\n    await page.getByRole("button", { name: ${JSON.stringify(input)} }).click();\n  },\n`,
  )
  .join("")}};

// How each answer shows on the page.
const answers${types(ACTIONS)} = {
${used(suite, "answer")
  .map(
    (answer) =>
      `  ${JSON.stringify(answer)}: async (page) => {\n    await expect(page.getByText(${JSON.stringify(answer)})).toBeVisible();\n  },\n`,
  )
  .join("")}};
// ${CONNECTED}
const tests${types(": { name: string; steps: (string | null)[][] }[]")} = [
${tests.join("")}];

function of(actions${types(ACTIONS)}, symbol${types(": string")}) {
  if (!(symbol in actions)) throw new Error(\`say above what \${JSON.stringify(symbol)} is on the page\`);
  return actions[symbol];
}

for (const { name, steps } of tests) {
  test(name, async ({ page }) => {
    await open(page);
    for (const [input, answer] of steps) {
      await test.step(\`\${input ?? "at the start"} → \${answer ?? "…"}\`, async () => {
        if (input !== null) await of(inputs, input)(page);
        if (answer !== null) await of(answers, answer)(page);
      });
    }
  });
}
`;
  },
};

/** The inputs or the answers of all tests, each once. */
function used(suite: Suite, what: "input" | "answer"): string[] {
  const found = suite.tests.flatMap((test) => stepsOf(suite, test).map((step) => step[what]));
  return [...new Set(found)].filter((symbol) => symbol !== undefined);
}
