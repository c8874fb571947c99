/** What the user drops, types and draws. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, hankel, temporaryFolder, test, waitForStatus } from "./studio.ts";

interface Dropped {
  readonly name: string;
  readonly bytes: Buffer | string;
}

/** Drops files on an element of the page; anywhere will do. */
async function drop(page: Page, files: readonly Dropped[], on = "body"): Promise<void> {
  const transfer = await page.evaluateHandle(
    (given) => {
      const data = new DataTransfer();
      for (const { name, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        data.items.add(new File([bytes], name));
      }
      return data;
    },
    files.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString("base64") })),
  );
  await page.locator(on).first().dispatchEvent("drop", { dataTransfer: transfer });
}

const name = (page: Page) => page.locator("#run-name");
const example = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../examples/models/${file}`, import.meta.url)));

const DOT = 'digraph {\n  0 [shape=doublecircle];\n  0 -> 1 [label="a"];\n  1 -> 0 [label="b"];\n}\n';

test("a file dropped anywhere is recognised by its name or by how it begins", async ({ page }) => {
  await page.goto("");
  const files: readonly (readonly [file: string, text: string, symbols: number])[] = [
    ["by-name.dot", DOT, 2],
    ["graph", `// drawn\n${DOT}`, 2],
    ["arcs.txt", "0 1 x 0.5\n1 0 y 1\n1 2\n", 2],
    ["words", "3 2\n2 0 1\n1 0\n2 0 1\n", 2],
    ["labelled", "3 2\n1 2 0 1\n0 1 1\n1 1 0\n", 2],
    [
      "model.txt",
      "I: (state)\n\t(0) 1.0\nF: (state)\n\t(0) 0.5\nS: (state,symbol)\n\t(0,0) 1.0\nT: (state,symbol,state)\n\t(0,0,0) 1.0\n",
      1,
    ],
    ["ngrams", "\\data\\\nngram 1=3\n\n\\1-grams:\n-99 <s>\n-0.3 a\n-0.3 </s>\n\n\\end\\\n", 1],
    ["chain", "$ -> 0\n0 -> 1 a\n1 -> $\n", 1],
  ];
  for (const [file, text, symbols] of files) {
    // The first falls on the start page, the others on the run before.
    await drop(page, [{ name: file, bytes: text }]);
    await expect(name(page), file).toHaveText(file);
    await waitForStatus(page);
    await expect(page.getByTestId("status"), file).toContainText(`${symbols} symbol`);
  }
});

test("a journal, a network and its side file are recognised too", async ({ page }) => {
  await page.goto("");
  const folder = temporaryFolder();
  const [target, journal] = [join(folder, "even.dot"), join(folder, "journal")];
  writeFileSync(target, DOT);
  expect(hankel("learn", target, "--journal", journal, "--out", join(folder, "learned.json"))).toMatchObject({
    status: 0,
  });
  await drop(page, [{ name: "run.txt", bytes: readFileSync(journal) }]);
  await expect(name(page)).toHaveText("run.txt");
  await waitForStatus(page);

  // A side file waits for its network, and a network for its side file: that of another network is not taken.
  await drop(page, [{ name: "side.json", bytes: example("tomita1.json") }]);
  await expect(page.getByText("Now drop the network")).toBeVisible();
  await drop(page, [{ name: "tomita1.onnx", bytes: example("tomita1.onnx") }]);
  await waitForStatus(page);
  await drop(page, [{ name: "tomita1.onnx", bytes: example("tomita1.onnx") }]);
  await expect(page.getByTestId("side-file")).toHaveValue("");
  await drop(page, [{ name: "tomita1.json", bytes: example("tomita1.json") }]);
  await expect(name(page)).toHaveText("tomita1.onnx");
  await waitForStatus(page);
});

test("what is wrong with a file stands beside it, with its place; the text stays and can be mended", async ({
  page,
}) => {
  await page.goto("");
  await page.locator("[data-example]").first().click();
  await waitForStatus(page);
  await drop(page, [
    {
      name: "broken.json",
      bytes: '{"format": "hankel/1",\n "semifield": "boolean",\n "alphabet": ["a" "b"]}',
    },
  ]);
  const problem = page.getByTestId("problem");
  await expect(problem).toContainText("broken.json, line 3, column 19:");
  const [source, caret] = ((await page.getByTestId("caret").textContent()) ?? "").split("\n");
  expect(source).toBe(' "alphabet": ["a" "b"]}');
  expect(caret.indexOf("^")).toBe(18);
  const text = page.getByTestId("file-text");
  await expect(text).toHaveValue(/"alphabet": \["a" "b"\]/u);
  await text.fill(
    '{"format": "hankel/1", "semifield": "boolean", "alphabet": ["a", "b"], "states": 1, "initial": [[0, "true"]], "final": [[0, "true"]], "arcs": [[0, "a", "true", 0]]}',
  );
  await page.getByTestId("learn-file").click();
  await waitForStatus(page);
  await expect(name(page)).toHaveText("broken.json");
  await page.getByTestId("choose").click();
  await expect(page.getByTestId("file-text")).toHaveValue(/"states": 1/u);
});

test("an expression that fails stays in its field, with a caret below the place", async ({ page }) => {
  await page.goto("");
  await page.locator('[role=tab][data-tab="expression"]').click();
  const field = page.getByTestId("expression");
  await field.fill("a(b|c*");
  const learn = page.getByRole("tabpanel", { name: "Expression" }).getByRole("button", { name: "Learn" });
  await learn.click();
  await expect(page.getByTestId("problem")).toContainText("line 1, column");
  await expect(page.getByTestId("caret")).toContainText("a(b|c*");
  await expect(field).toHaveValue("a(b|c*");
  // Other forms do not show it.
  await page.locator('[role=tab][data-tab="draw"]').click();
  await expect(page.getByTestId("problem")).toHaveCount(0);
  await page.locator('[role=tab][data-tab="expression"]').click();
  await field.fill("a(b|c)*");
  await learn.click();
  await waitForStatus(page);
  await page.getByTestId("choose").click();
  await expect(page.getByTestId("expression")).toHaveValue("a(b|c)*");
});

test("states that are dragged make no arc, and a drawing is there after the run", async ({ page }) => {
  await page.goto("");
  await page.locator('[role=tab][data-tab="draw"]').click();
  await page.getByRole("tabpanel", { name: "Draw" }).getByLabel("Semifield").selectOption("rational");
  const canvas = page.getByTestId("canvas");
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (box === null) throw new Error("no canvas");
  const at = (x: number, y: number) => ({ x: box.x + box.width * x, y: box.y + box.height * y });
  const click = (x: number, y: number) => page.mouse.click(at(x, y).x, at(x, y).y);
  await click(0.2, 0.3);
  await click(0.7, 0.3);
  for (const x of [0.2, 0.7]) {
    await page.mouse.move(at(x, 0.3).x, at(x, 0.3).y);
    await page.mouse.down();
    await page.mouse.move(at(x, 0.5).x, at(x, 0.5).y, { steps: 4 });
    await page.mouse.move(at(x, 0.7).x, at(x, 0.7).y, { steps: 4 });
    await page.mouse.up();
  }
  await expect(canvas.locator(".state")).toHaveCount(2);
  await expect(canvas.locator(".edge")).toHaveCount(0);
  await expect(canvas.locator(".selected")).toHaveCount(0);
  await click(0.2, 0.7);
  await click(0.7, 0.7);
  await expect(canvas.locator(".edge")).toHaveCount(1);
  await page.getByLabel("Final weight of state 1").fill("5");
  await page.getByRole("tabpanel", { name: "Draw" }).getByRole("button", { name: "Learn" }).click();
  await waitForStatus(page);
  await page.getByTestId("choose").click();
  await expect(page.getByTestId("canvas").locator(".state")).toHaveCount(2);
  await expect(page.getByTestId("canvas").locator(".edge")).toHaveCount(1);
  await expect(page.getByLabel("Final weight of state 1")).toHaveValue("5");
});

test("two automata dropped together are compared: both on one drawing, each change with its trace", async ({
  page,
}) => {
  const version = (reply: string) => `digraph g {
    __start0 [label="" shape="none"]; s0 [shape="circle" label="s0"]; s1 [shape="circle" label="s1"];
    s0 -> s1 [label="coin / ok"]; s0 -> s0 [label="button / no"]; s1 -> s1 [label="coin / full"];
    s1 -> s0 [label="button / ${reply}"]; __start0 -> s0; }`;
  const first = { name: "v1.dot", bytes: version("tea") };
  await page.goto("");
  await drop(page, [first, { name: "v2.dot", bytes: version("coffee") }]);
  const changes = page.getByTestId("changes");
  await expect(changes.getByRole("heading")).toHaveText("From v1.dot to v2.dot");
  await expect(changes).toContainText("Transitions: 0 new, 0 gone, 1 changed, 3 the same.");
  await expect(changes.getByRole("listitem")).toHaveText(["~ s1, button: tea → s0 became coffee → s0"]);
  await expect(changes.getByTestId("change-trace").locator("tbody tr")).toHaveText([
    /coin\s*ok\s*ok/u,
    /button\s*tea\s*coffee ←/u,
  ]);
  const picture = changes.getByRole("img");
  expect(
    await picture.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 100]),
  ).toEqual([true, true]);
  expect(decodeURIComponent((await picture.getAttribute("src")) ?? "")).toContain('class="arc changed"');
  await expectAccessible(page, "two versions");
  await changes.getByTestId("close-changes").click();
  await expect(changes).toHaveCount(0);
  await drop(page, [first, { name: "same.dot", bytes: version("tea") }]);
  await expect(changes).toContainText("There is no difference.");
  // Another file is learned as always, and then two come while that run is shown.
  await drop(page, [first]);
  await expect(name(page)).toHaveText("v1.dot");
  await expect(changes).toHaveCount(0);
  await drop(page, [first, { name: "broken.dot", bytes: "digraph { a -> }" }]);
  await expect(page.getByRole("alert")).toContainText("broken.dot");
});
