import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  canonical,
  dropFile,
  expect,
  hankel,
  openTargets,
  tab,
  temporaryFolder,
  test,
  waitForArrangement,
  waitForStatus,
} from "./studio.ts";

const SYMBOLS = [
  '<img src=x onerror="alert(1)">',
  `"quoted' & \\"`,
  "שלום",
  "👩‍👩‍👧",
  "</script><script>alert(2)</script>",
  "${alert(3)}",
  "\u0000\u001b\ufffe",
];

const target = JSON.stringify({
  format: "hankel/1",
  semifield: "free-group",
  alphabet: SYMBOLS,
  states: ["<b>start</b>", "ʼend‮"],
  initial: [[0, "1"]],
  final: [[1, '"<svg onload=alert(4)>"']],
  arcs: [
    ...SYMBOLS.map((symbol, i) => [0, symbol, i % 2 === 0 ? "x" : "y", 1]),
    [1, SYMBOLS[0], '"<svg onload=alert(5)>"', 0],
  ],
});

test("hostile symbols are shown as text everywhere", async ({ page }) => {
  await page.goto("");
  for (const learner of ["table", "tree"]) {
    await openTargets(page);
    await page.getByTestId("learner").selectOption(learner);
    await dropFile(page, "<i>name</i>.json", target);
    await waitForStatus(page);
    await expect(page.getByRole("heading", { name: "<i>name</i>.json", exact: true })).toBeVisible();
    const last = Number(await page.getByTestId("scrubber").getAttribute("max"));
    for (let i = 0; i < last; i++) await page.getByTestId("forth").click();
    await waitForArrangement(page);
    await expect(page.getByTestId("machine").first()).toContainText("שלום");
    await expect(page.getByTestId("machine").first()).toContainText(JSON.stringify(SYMBOLS[0]));
    await expect(page.locator("main img, main script, main i, main b, main svg[onload]")).toHaveCount(0);
  }
  const expected = await canonical(page);
  await page.getByTestId("word").fill(JSON.stringify([SYMBOLS[0]]));
  await page.getByRole("button", { name: "Weigh" }).click();
  await expect(page.getByTestId("weight")).toContainText(SYMBOLS[0].slice(0, 8));
  await tab(page, "take");
  await expect(page.getByTestId("machine")).toBeVisible();

  const folder = temporaryFolder();
  const taken = new Map<string, string>();
  for (const what of ["hankel", "dot", "svg", "journal"]) {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(`[data-take=${what}]`).first().click(),
    ]);
    const file = join(folder, download.suggestedFilename());
    await download.saveAs(file);
    taken.set(what, file);
  }
  expect(readFileSync(taken.get("hankel") ?? "", "utf8")).toBe(expected);
  const compared = hankel("compare", taken.get("hankel") ?? "", taken.get("dot") ?? "");
  expect(compared.stderr + compared.status).toMatch(/0$/u);
  expect(hankel("replay", taken.get("journal") ?? "").stdout).toBe(expected);

  // The exported drawing contains the symbols as text.
  const svg = readFileSync(taken.get("svg") ?? "", "utf8");
  const found = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
    const elements = [...parsed.querySelectorAll("*")];
    return {
      broken: parsed.querySelector("parsererror") !== null,
      foreign: elements.filter((element) => ["img", "script", "b"].includes(element.localName)).length,
      handlers: elements.filter((element) =>
        [...element.attributes].some(({ name }) => name.startsWith("on")),
      ).length,
      text: parsed.documentElement.textContent ?? "",
    };
  }, svg);
  expect(found).toMatchObject({ broken: false, foreign: 0, handlers: 0 });
  // What could be misread stands there as a JSON string, as do characters for which XML has no place.
  const quoted = (symbol: string) => JSON.stringify(symbol).replaceAll("\ufffe", String.raw`\ufffe`);
  for (const symbol of SYMBOLS)
    expect(found.text.includes(symbol) || found.text.includes(quoted(symbol)), symbol).toBe(true);
});

test("a broken link says what is wrong with it, and learns nothing", async ({ page }) => {
  for (const [fragment, problem] of [
    ["#target=%%%", "the target in it cannot be read"],
    ["#target=bm9uc2Vuc2U", "the target in it cannot be read"],
    ["#target=eyJraW5kIjoiYXV0b21hdG9uIn0", "the target in it cannot be read"],
    ["#example=<b>nobody</b>", "there is no example “<b>nobody</b>”"],
    ["#nonsense", "a part that is not known here: “nonsense”"],
    ["#kept=1%20model.onnx", "“model.onnx” does not fit into a link"],
  ]) {
    await page.goto(fragment);
    await expect(page.getByTestId("notice")).toContainText(problem);
    await expect(page.getByTestId("tour")).toBeVisible();
    await expect(page.getByTestId("status")).toHaveCount(0);
  }
});
