import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  canonical,
  expect,
  hankel,
  learnExpression,
  openTargets,
  tab,
  temporaryFolder,
  test,
  waitForArrangement,
  waitForStatus,
} from "./studio.ts";

async function take(page: Page, what: string, from = ""): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator(`${from} [data-take=${what}]`).first().click(),
  ]);
  const file = join(temporaryFolder(), download.suggestedFilename());
  await download.saveAs(file);
  return file;
}

test("exported files are read back by the command line", async ({ page }) => {
  await page.goto("");
  await learnExpression(page, "(<1/2>a|<1/3>b)*<2>ab", "tropical");
  await waitForStatus(page);
  const expected = await canonical(page);
  await tab(page, "take");
  const json = await take(page, "hankel");
  expect(readFileSync(json, "utf8")).toBe(expected);
  for (const format of ["dot", "att", "daut"]) {
    const file = await take(page, format);
    const { status, stderr } = hankel("compare", json, file);
    expect(stderr + status, format).toMatch(/0$/u);
  }
});

test("code of what it can be code of", async ({ page }) => {
  await page.goto("");
  await learnExpression(page, "(ab)*c", "boolean");
  await waitForStatus(page);
  await tab(page, "take");
  expect(readFileSync(await take(page, "python"), "utf8")).toContain("def accepts(word");
  expect(readFileSync(await take(page, "gbnf"), "utf8")).toContain("root ::= ");
  await page.goto("");
  await learnExpression(page, "(<1/2>a)*", "rational");
  await waitForStatus(page);
  await tab(page, "take");
  await expect(page.locator("[data-take=mermaid]")).toBeVisible();
  await expect(page.locator("[data-take=xstate]")).toHaveCount(0);
});

test("a picture as SVG and as PNG", async ({ page }) => {
  await page.goto("");
  await page.locator("[data-example=weather]").click();
  await waitForStatus(page);
  await tab(page, "take");
  await expect(page.getByTestId("machine")).toBeVisible();
  const svg = readFileSync(await take(page, "svg", "[data-testid=save-automaton]"), "utf8");
  expect(svg).toMatch(/^<svg/u);
  expect(svg).toContain("rain / 1/5");
  expect(svg).not.toContain("var(");
  const png = readFileSync(await take(page, "png", "[data-testid=save-automaton]"));
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect(png.length).toBeGreaterThan(3000);
  // The width stands behind the signature and the name of the first chunk.
  const width = Number(/width="(?<width>\d+)"/u.exec(svg)?.groups?.["width"]);
  expect(png.readUInt32BE(16)).toBeGreaterThanOrEqual(2 * width);
  // The colours and the font of the page.
  const [stroke, font] = await page.getByTestId("machine").evaluate((drawing) => [
    drawing.querySelector<SVGElement>("[data-state='1'] .node")?.style.stroke ?? "",
    getComputedStyle(drawing.querySelector("text") ?? drawing)
      .fontFamily.split(",")[0]
      .replaceAll('"', ""),
  ]);
  const [red, green, blue] = stroke.match(/\d+/gu)?.map(Number) ?? [];
  const hex = [red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("");
  expect(svg).toContain(`stroke:#${hex}`);
  expect(svg).toContain(font);
});

test("pictures of the step one looks at: matrix, tree, automaton; light, dark and transparent", async ({
  page,
}) => {
  await page.goto("");
  for (const [learner, name, text] of [
    ["table", "matrix", "ε"],
    ["tree", "tree", "state 0"],
  ]) {
    await page.getByTestId("learner").selectOption(learner);
    await page.locator("[data-example=costs]").click();
    await waitForStatus(page);
    await waitForArrangement(page);
    for (let i = 0; i < 3; i++) await page.getByTestId("forth").click();
    const menu = `[data-testid=save-${name}]`;
    await page.locator(`${menu} summary`).click();
    const light = readFileSync(await take(page, "svg", menu), "utf8");
    expect(light).toMatch(/^<svg/u);
    expect(light).toContain(text);
    expect(light).not.toContain("var(");
    expect(light).toContain("#ffffff");
    await page.locator(menu).getByLabel("Colours").selectOption("dark");
    expect(readFileSync(await take(page, "svg", menu), "utf8")).toContain("#15181c");
    await page.locator(menu).getByLabel("Colours").selectOption("transparent");
    expect(readFileSync(await take(page, "svg", menu), "utf8")).not.toContain("#15181c");
    expect(
      readFileSync(await take(page, "png", menu))
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    await openTargets(page);
  }
});

test("the picture of a result as probabilities shows them", async ({ page }) => {
  await page.goto("#example=weather&learner=tree&step=11");
  await waitForStatus(page);
  await waitForArrangement(page);
  const menu = "[data-testid=save-automaton]";
  await page.locator(`${menu} summary`).click();
  const before = readFileSync(await take(page, "svg", menu), "utf8");
  await page.getByTestId("as-probabilities").check();
  const after = readFileSync(await take(page, "svg", menu), "utf8");
  expect(after).not.toBe(before);
  const shown = await page.locator(".automaton .arc .label").allTextContents();
  for (const label of shown) expect(after).toContain(`>${label}<`);
});

test("TikZ, and the run as an animation", async ({ page }) => {
  await page.goto("");
  await page.locator("[data-example=costs]").click();
  await waitForStatus(page);
  await tab(page, "take");
  const tex = readFileSync(await take(page, "tikz", "[data-testid=save-automaton]"), "utf8");
  expect(tex).toContain("\\begin{tikzpicture}");
  expect(tex).toContain("\\usetikzlibrary{arrows.meta}");
  expect(tex).toContain("(q0) at");
  const moving = readFileSync(await take(page, "svg", "[data-testid=save-run]"), "utf8");
  expect(moving.match(/<animate /gu)?.length).toBeGreaterThan(1);
  expect(moving).toContain("Step ");
});

test("exploring: a word, samples, heaviest words, residuals, certificate, statistics, plots", async ({
  page,
}) => {
  await page.goto("");
  await page.locator("[data-example=weather]").click();
  await waitForStatus(page);
  await tab(page, "explore");
  await page.getByTestId("word").fill("sun rain");
  await page.getByRole("button", { name: "Weigh" }).click();
  await expect(page.getByTestId("weight")).toContainText("1/75");
  await expect(page.getByTestId("path")).toContainText("state 2");
  await page.getByTestId("word").fill("snow");
  await page.getByRole("button", { name: "Weigh" }).click();
  await expect(page.getByRole("alert")).toContainText("snow");
  await page.getByTestId("heaviest").click();
  await expect(page.getByTestId("words").locator("tr")).toHaveCount(10);
  await expect(page.getByTestId("words").locator("tr").first()).toContainText("1/15");
  await page.getByTestId("sample").click();
  await expect(page.getByTestId("words")).toContainText("Drawn with seed 1");
  await page.getByTestId("left").selectOption("1");
  await page.getByTestId("right").selectOption("2");
  await page.getByTestId("residuals").click();
  await expect(page.getByTestId("residual-sentence")).toContainText("Not homothetic");
  await page.getByTestId("certificate").click();
  await expect(page.getByTestId("certificate-sentence")).toContainText("at least 3 states, and agrees");
  await expect(page.getByTestId("statistics")).toContainText("degrees of freedom");
  await expect(page.getByTestId("plot")).toHaveCount(2);
  await expect(page.getByTestId("plot").first()).toHaveAttribute("aria-label", /degrees of freedom/u);
});
