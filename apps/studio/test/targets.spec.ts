import {
  type Automaton,
  determinize,
  exactTeacher,
  formatByName,
  fromExpression,
  learn,
  minimize,
  readFormat,
  readHankel,
  semifieldByName,
  writeHankel,
} from "hankel";
import { gallery } from "../src/engine/gallery.ts";
import { openTarget } from "../src/engine/open.ts";
import {
  canonical,
  dropFile,
  expect,
  learnExpression,
  openTargets,
  tab,
  test,
  waitForStatus,
} from "./studio.ts";

/** What the library learns from the same target with another learner than the page. */
function answer(target: Automaton<unknown>): string {
  return writeHankel(learn(exactTeacher(target), { learner: "tree" }).automaton);
}

test("every example of the gallery that has a deterministic automaton is learned to the end", async ({
  page,
}) => {
  await page.goto("");
  for (const { id, spec } of gallery) {
    if (id === "no-deterministic") continue;
    const { automaton } = openTarget(spec);
    if (automaton === undefined) throw new Error(`${id} has no automaton`);
    await openTargets(page);
    await page.locator(`[data-example="${id}"]`).click();
    await waitForStatus(page);
    expect(await canonical(page), id).toBe(answer(automaton));
  }
});

test("a weighted regular expression", async ({ page }) => {
  await page.goto("");
  await learnExpression(page, '(<1/2>a|<-1/3>b)*<2>a"long one"?');
  await waitForStatus(page);
  const target = determinize(fromExpression('(<1/2>a|<-1/3>b)*<2>a"long one"?', semifieldByName("rational")));
  expect(await canonical(page)).toBe(answer(target));
  await learnExpression(page, "a|(b", "rational");
  await expect(page.getByTestId("problem")).toContainText("(");
});

test("a drawing of a yes/no language has no weights, and its start can be chosen", async ({ page }) => {
  await page.goto("");
  await tab(page, "draw");
  const panel = page.getByRole("tabpanel", { name: "Draw" });
  const learn = panel.getByRole("button", { name: "Learn" });
  for (let i = 0; i < 2; i++) await panel.getByRole("button", { name: "Add a state" }).click();
  await expect(panel.getByText(/weight/iu)).toHaveCount(0);
  await expect(panel.getByRole("checkbox", { checked: true })).toHaveCount(0);
  await expect(page.getByTestId("draw-start")).toHaveCount(1);
  await learn.click();
  await expect(page.getByTestId("problem")).toContainText("The drawing: It has no arcs yet");
  await panel.getByLabel("From").selectOption("1");
  await panel.getByRole("button", { name: "Add an arc" }).click();
  await panel.getByLabel("Words start in state 1").check();
  await panel.getByLabel("State 0 accepts").check();
  await learn.click();
  await waitForStatus(page);
  expect(JSON.parse(await canonical(page))).toMatchObject({ states: 2, arcs: [[0, "a", "true", 1]] });

  // What is wrong with a weight is said of the drawing.
  await openTargets(page);
  await panel.getByLabel("Semifield").selectOption("rational");
  await panel.getByLabel("Weight of the arc from 1 to 0").fill("much");
  await learn.click();
  await expect(page.getByTestId("problem")).toContainText("The weight of the arc from 1 to 0 on a");
  await expect(page.getByTestId("problem")).not.toContainText("column");
});

test("an automaton drawn by hand", async ({ page }) => {
  await page.goto("");
  await tab(page, "draw");
  await page.getByRole("tabpanel", { name: "Draw" }).getByLabel("Semifield").selectOption("rational");
  const canvas = page.getByTestId("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("no canvas");
  const click = (x: number, y: number) => canvas.click({ position: { x: box.width * x, y: box.height * y } });
  await click(0.2, 0.5);
  await click(0.7, 0.5);
  await expect(canvas.locator(".state")).toHaveCount(2);
  await page.getByTestId("draw-symbol").fill("go");
  await page.getByTestId("draw-weight").fill("1/2");
  await click(0.2, 0.5);
  await click(0.7, 0.5);
  await page.getByTestId("draw-symbol").fill("stay");
  await page.getByTestId("draw-weight").fill("-3");
  await click(0.7, 0.5);
  await click(0.7, 0.5);
  await page.getByLabel("Final weight of state 1").fill("5");
  await page.getByRole("button", { name: "Learn" }).click();
  await waitForStatus(page);
  const drawn = {
    format: "hankel/1",
    semifield: "rational",
    alphabet: ["go", "stay"],
    states: 2,
    initial: [[0, "1"]],
    final: [[1, "5"]],
    arcs: [
      [0, "go", "1/2", 1],
      [1, "stay", "-3", 1],
    ],
  };
  expect(await canonical(page)).toBe(answer(readHankel(JSON.stringify(drawn))));
});

const machine = readHankel(
  JSON.stringify({
    format: "hankel/1",
    semifield: "boolean",
    alphabet: ["a", "b"],
    states: 2,
    initial: [[0, "true"]],
    final: [[1, "true"]],
    arcs: [
      [0, "a", "true", 1],
      [1, "b", "true", 0],
      [1, "a", "true", 1],
    ],
  }),
);
const stochastic = readHankel(
  JSON.stringify({
    format: "hankel/1",
    semifield: "rational",
    alphabet: ["0", "1"],
    states: 2,
    initial: [[0, "1"]],
    final: [[1, "1/2"]],
    arcs: [
      [0, "0", "1", 1],
      [1, "1", "1/2", 0],
    ],
  }),
);
const ARPA =
  "\\data\\\nngram 1=3\nngram 2=2\n\n\\1-grams:\n-99 <s> -0.3\n-0.7 a -0.2\n-0.6 </s>\n\n\\2-grams:\n-0.2 <s> a\n-0.3 a </s>\n\n\\end\\\n";

const files: readonly { format: string; name: string; text: string; semifield?: string }[] = [
  { format: "hankel", name: "m.json", text: writeHankel(machine) },
  { format: "att", name: "m.att", text: "0 1 1 0.5\n1 0 2 1\n1 2\n" },
  { format: "dot", name: "m.dot", text: formatByName("dot").write?.(machine) ?? "" },
  { format: "daut", name: "m.daut", text: formatByName("daut").write?.(machine) ?? "" },
  { format: "jflap", name: "m.jff", text: formatByName("jflap").write?.(machine) ?? "" },
  { format: "pautomac", name: "m.pautomac", text: formatByName("pautomac").write?.(stochastic) ?? "" },
  { format: "samples", name: "m.train", text: "3 2\n2 0 1\n1 0\n2 0 1\n" },
  { format: "abbadingo", name: "m.abbadingo", text: "3 2\n1 2 0 1\n0 1 1\n1 1 0\n" },
  { format: "arpa", name: "m.arpa", text: ARPA },
];

test("a file in every format that the library reads", async ({ page }) => {
  expect(new Set(files.map(({ format }) => format))).toEqual(
    new Set(["hankel", "att", "dot", "daut", "jflap", "pautomac", "samples", "abbadingo", "arpa"]),
  );
  await page.goto("");
  for (const { format, name, text } of files) {
    const target = determinize(readFormat(formatByName(format), text));
    await dropFile(page, name, text);
    await waitForStatus(page);
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    const learned = await canonical(page);
    if (target.algebra.exact) expect(learned, format).toBe(answer(target));
    else expect(minimize(readHankel(learned)).size, format).toBe(minimize(target).size);
  }
  await dropFile(page, "broken.json", '{"format": "hankel/1", "semifield": "nonsense"}');
  await expect(page.getByTestId("problem")).toContainText("alphabet");
});

test("a JavaScript function", async ({ page }) => {
  await page.goto("");
  await tab(page, "function");
  await page
    .getByTestId("code")
    .fill("(word) => word.reduce((sum, symbol) => sum + (symbol === 'x' ? 2 : 1), word.length % 2)");
  await page.getByTestId("function-alphabet").fill("x y");
  await page.getByRole("combobox", { name: "Semifield" }).selectOption("tropical");
  await page.getByRole("button", { name: "Learn" }).click();
  await waitForStatus(page);
  const text = {
    format: "hankel/1",
    semifield: "tropical",
    alphabet: ["x", "y"],
    states: 2,
    initial: [[0, "0"]],
    final: [
      [0, "0"],
      [1, "1"],
    ],
    arcs: [
      [0, "x", "2", 1],
      [0, "y", "1", 1],
      [1, "x", "2", 0],
      [1, "y", "1", 0],
    ],
  };
  expect(await canonical(page)).toBe(answer(readHankel(JSON.stringify(text))));
});

test("a function from a link runs only when the user starts it", async ({ page }) => {
  const { toFragment } = await import("../src/engine/spec.ts");
  await page.goto(
    toFragment({
      kind: "function",
      code: "(word) => word.length < 2",
      semifield: "boolean",
      alphabet: "a",
    }) ?? "",
  );
  await expect(page.getByText("This function came with a link.")).toBeInViewport();
  await expect(page.getByTestId("status")).toHaveCount(0);
  await page.getByRole("button", { name: "Learn" }).click();
  await waitForStatus(page);
  // After a reload it waits again.
  await page.reload();
  await expect(page.getByText("This function came with a link.")).toBeVisible();
  await expect(page.getByTestId("status")).toHaveCount(0);
});

test("a link contains the target", async ({ page }) => {
  await page.goto("");
  await learnExpression(page, "<1/2>a(<1/3>b)*");
  await waitForStatus(page);
  const before = await canonical(page);
  await tab(page, "take");
  const link = await page.getByTestId("link").inputValue();
  await page.goto("about:blank");
  await page.goto(link);
  await waitForStatus(page);
  expect(await canonical(page)).toBe(before);
});
