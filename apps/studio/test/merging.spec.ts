/** A log is opened, and the states of its words merge: step by step, back, with refusals, from many kinds of files. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { inferring, LogReader } from "hankel/learning";
import { DrawnTree } from "../src/engine/drawn-tree.ts";
import { BLUE, WHITE } from "../src/engine/merging-views.ts";
import { expect, expectAccessible, hankel, picture, tab, temporaryFolder, test } from "./studio.ts";

async function drop(page: Page, name: string, bytes: string | Buffer, on = "body"): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([file, base64]) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], file));
      return data;
    },
    [name, Buffer.from(bytes).toString("base64")] as const,
  );
  await page.locator(on).first().dispatchEvent("drop", { dataTransfer: transfer });
}

async function merged(page: Page, state = "done"): Promise<void> {
  await page.locator(`[data-testid=merge-status][data-state=${state}]`).waitFor({ state: "attached" });
}

const log = (file: string) =>
  readFileSync(fileURLToPath(new URL(`../../../examples/logs/${file}`, import.meta.url)));
const sentence = (page: Page) => page.getByTestId("sentence");
const where = (page: Page) => page.getByTestId("where");
const understood = (page: Page) => page.getByTestId("understood");
const fact = (page: Page, name: string) =>
  page
    .getByTestId("facts")
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) })
    .getByRole("cell");

test("a log of the gallery: the tree turns red, each step has its evidence, and back is as before", async ({
  page,
}) => {
  await page.goto("");
  await page.locator("[data-log=even]").click();
  await merged(page);
  await expect(understood(page)).toHaveText(
    "read 98 events in 31 words over 2 symbols, 16 labelled 1, 15 labelled 0",
  );
  const tree = page.getByTestId("merge-tree");
  await expect(tree).toHaveAttribute("data-red", "1");
  await expect(sentence(page)).toHaveAttribute("data-kind", "settled");
  await expect(sentence(page)).toContainText("becomes red, as number 1");
  await expect(page.getByTestId("refuse")).toHaveAttribute("aria-disabled", "true");
  await expect(page.getByTestId("counts")).toHaveText("1 red, 2 blue");

  const seen: (string | null)[] = [];
  const last = Number(await page.getByTestId("scrubber").getAttribute("max"));
  for (let i = 0; i < last; i++) {
    seen.push(await sentence(page).textContent());
    await page.getByTestId("forth").click();
  }
  await expect(tree).toHaveAttribute("data-red", "31");
  await expect(tree.locator(".blue, .white")).toHaveCount(0);
  await expect(page.getByTestId("merge-end")).toBeVisible();
  await expect(fact(page, "States")).toHaveText("2");
  for (const before of seen.toReversed()) {
    await page.getByTestId("back").click();
    await expect(sentence(page)).toHaveText(before ?? "");
  }
  await expect(tree).toHaveAttribute("data-red", "1");
});

test("what the page learns is what hankel infer learns of the same log", async ({ page }) => {
  const folder = temporaryFolder();
  for (const [id, file, measure, kind] of [
    ["vending", "vending.jsonl", "edsm", "0"],
    ["orders", "orders.csv", "alergia", "0"],
  ] as const) {
    await page.goto(`#log=${id}`);
    await expect(page.locator("#run-name")).not.toHaveText("");
    await merged(page);
    await page.getByTestId("end").click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("[data-take=hankel]").click(),
    ]);
    const own = join(folder, `${id}-page.json`);
    await download.saveAs(own);
    const other = join(folder, `${id}.json`);
    const path = fileURLToPath(new URL(`../../../examples/logs/${file}`, import.meta.url));
    expect(hankel("infer", path, "--measure", measure, "--out", other).status).toBe(0);
    expect(hankel("compare", own, other).status, id).toBe(Number(kind));
  }
});

test("a merge that is refused: what follows, undo and redo, by buttons and by keys", async ({ page }) => {
  await page.goto("#log=vending");
  await merged(page);
  while ((await sentence(page).getAttribute("data-kind")) !== "merged")
    await page.keyboard.press("ArrowRight");
  const step = await where(page).textContent();
  const evidence = page.getByTestId("evidence");
  await expect(evidence.locator("[data-verdict=merged]")).toHaveCount(1);
  const before = await evidence.textContent();
  await page.getByTestId("refuse").click();
  await merged(page);
  // The same blue state, of which one merge is out of the question.
  await expect(evidence.locator("[data-verdict=refused]")).toHaveCount(1);
  await expect(page.getByTestId("refusals")).toContainText("is not");
  expect((await where(page).textContent())?.split(" of ")[0]).toBe(step?.split(" of ")[0]);
  await expect(sentence(page)).toContainText("You said that it is not");
  await page.getByTestId("end").click();
  await expect(page.getByTestId("variants").getByRole("row")).toHaveCount(3);
  const states = Number(await fact(page, "States").textContent());
  expect(states).toBeGreaterThan(3);

  await page.keyboard.press("u");
  await merged(page);
  await expect(where(page)).toHaveText(step ?? "");
  await expect(evidence).toHaveText(before ?? "");
  await expect(page.getByTestId("undo")).toHaveAttribute("aria-disabled", "true");
  await page.keyboard.press("Shift+U");
  await merged(page);
  await expect(evidence.locator("[data-verdict=refused]")).toHaveCount(1);
  await page.getByTestId("undo").click();
  await merged(page);
  await page.keyboard.press("r");
  await merged(page);
  await expect(evidence.locator("[data-verdict=refused]")).toHaveCount(1);
  await expect(page.getByTestId("redo")).toHaveAttribute("aria-disabled", "true");
});

test("logs that are dropped: words, labels, tables, JSON lines, XES, packed; each says what was understood", async ({
  page,
}) => {
  await page.goto("");
  const xes =
    '<?xml version="1.0"?><log><trace><string key="concept:name" value="1"/><event><string key="concept:name" value="open"/></event>' +
    '<event><string key="concept:name" value="close"/></event></trace></log>';
  const files: readonly (readonly [string, string | Buffer, string])[] = [
    ["words.txt", "open close\nopen\n", "read 3 events in 2 words over 2 symbols"],
    ["labels.txt", "+ a a\n- a\n+\n", "read 3 events in 3 words over 1 symbol, 2 labelled 1, 1 labelled 0"],
    ["orders.csv", log("orders.csv"), "read 564 events in 120 sessions over 8 symbols"],
    ["vending.jsonl", log("vending.jsonl"), "read 366 events in 40 words over 3 symbols and 6 outputs"],
    ["log", log("vending.jsonl"), "read 366 events in 40 words over 3 symbols and 6 outputs"],
    ["small.xes", xes, "read 2 events in 1 session over 2 symbols"],
    ["orders.csv.gz", gzipSync(log("orders.csv")), "read 564 events in 120 sessions over 8 symbols"],
  ];
  for (const [name, bytes, said] of files) {
    await drop(page, name, bytes);
    await expect(page.locator("#run-name"), name).toHaveText(name);
    await expect(understood(page), name).toHaveText(said);
    await merged(page);
  }
  // Samples are an automaton where they fall on the page, and a log on the form for logs.
  await page.getByTestId("choose").click();
  await tab(page, "log");
  await drop(page, "words", "3 2\n2 0 1\n1 0\n2 0 1\n", "[data-testid=drop-log]");
  await expect(understood(page)).toHaveText("read 5 events in 3 words over 2 symbols");
});

test("words that are typed, and a log from a choice of files", async ({ page }) => {
  await page.goto("");
  await tab(page, "log");
  await page.getByTestId("log-text").fill("+ a a\n- a\n+ b\n+\n- b a\n+ a b a");
  await page.getByTestId("open-log").click();
  await merged(page);
  await expect(understood(page)).toContainText("6 words over 2 symbols");
  await page.getByTestId("choose").click();
  await page.getByTestId("log-files").setInputFiles([
    { name: "one.txt", mimeType: "text/plain", buffer: Buffer.from("a b\n") },
    { name: "two.txt", mimeType: "text/plain", buffer: Buffer.from("b b\na\n") },
  ]);
  await expect(page.locator("#run-name")).toHaveText("2 logs");
  await expect(understood(page)).toHaveText("read 5 events in 3 words over 2 symbols");
});

test("columns that no name betrays are chosen by hand, and what is wrong names the place", async ({
  page,
}) => {
  await page.goto("");
  await drop(page, "visits.csv", "who;what\n1;open\n2;open\n1;close\n2;read\n2;close\n");
  await merged(page, "failed");
  await expect(page.getByTestId("merge-problem")).toContainText(
    "visits.csv, line 1, column 1: no column is called event",
  );
  await expect(page.getByTestId("merge-problem")).not.toContainText("--");
  await page.locator("[data-role=session]").selectOption("who");
  await page.locator("[data-role=event]").selectOption("what");
  await page.getByTestId("read-again").click();
  await merged(page);
  await expect(understood(page)).toHaveText("read 5 events in 2 sessions over 3 symbols");

  await drop(page, "nameless.csv", "1,open\n2,open\n1,close\n2,read\n2,close\n");
  await merged(page, "failed");
  await expect(page.getByTestId("merge-problem")).toContainText(
    "if the first line holds no names, say so below",
  );
  await page.getByTestId("nameless").check();
  await page.locator("[data-role=event]").selectOption("column 2");
  await page.getByTestId("read-again").click();
  await merged(page);
  // Whoever is told that all is one session sees where it can be said otherwise.
  await expect(page.getByTestId("log-details")).toContainText("so all are one session");
  await page.locator("[data-role=session]").selectOption("column 1");
  await page.getByTestId("read-again").click();
  await merged(page);
  await expect(understood(page)).toHaveText("read 5 events in 2 sessions over 3 symbols");

  await drop(page, "tests.csv", "case,activity,label\n1,open,1\n1,close,1\n2,open,maybe\n");
  await merged(page, "failed");
  await expect(page.getByTestId("merge-problem")).toContainText("“none” for “label” leaves the column out");
  await expect(page.getByTestId("merge-problem")).not.toContainText("--");
  await page.locator("[data-role=label]").selectOption({ label: "none" });
  await page.getByTestId("read-again").click();
  await merged(page);
  await expect(understood(page)).toHaveText("read 3 events in 2 sessions over 2 symbols");
  await page.locator("[data-role=label]").selectOption({ index: 0 });
  await page.getByTestId("skip-bad").check();
  await page.getByTestId("read-again").click();
  await merged(page);
  await expect(understood(page)).toHaveText(
    "read 2 events in 1 session over 2 symbols, 1 labelled 1, 0 labelled 0",
  );

  await drop(page, "numbers.txt", Array.from({ length: 3000 }, (_, i) => `n${i}`).join("\n"));
  await merged(page, "failed");
  await expect(page.getByTestId("merge-problem")).toContainText("3,000 distinct symbols in 3,000 events");
  await expect(page.getByTestId("merge-problem")).not.toContainText("--");
  await drop(page, "empty.csv", "");
  await expect(page.getByTestId("merge-problem")).toContainText("the file is empty");
  await merged(page, "failed");
  // A later log is not bothered by an earlier one.
  await drop(page, "words.txt", "a b\na\n");
  await merged(page);
});

test("weights are learned without steps, and contradictions are shown with their places", async ({
  page,
}) => {
  await page.goto("");
  await drop(page, "weights.csv", "word,weight\na b,1/2\na,3\nb,2\n");
  await merged(page);
  await expect(sentence(page)).toContainText("learned at once");
  await expect(page.getByTestId("machine")).toBeVisible();
  await expect(where(page)).toHaveText("Step 1 of 1");
  await drop(page, "both.txt", "+ a b\n- b\n- a b\n");
  await merged(page);
  await page.getByTestId("end").click();
  await expect(page.getByTestId("merge-end")).toContainText("both.txt:1 says");
  await expect(page.getByTestId("merge-end")).toContainText("both.txt:3 says");
});

test("another measure, another kind, and tolerance: the log is merged again", async ({ page }) => {
  await page.goto("#log=even");
  await merged(page);
  await page.getByTestId("log-details").locator("summary").click();
  await expect(page.getByTestId("chosen")).toContainText("rpni");
  await page.getByTestId("measure").selectOption("edsm");
  await page.getByTestId("read-again").click();
  await expect(page.getByTestId("chosen")).toContainText("edsm");
  await merged(page);
  await page.getByTestId("end").click();
  await expect(fact(page, "States")).toHaveText("2");
  await page.getByTestId("measure").selectOption("");
  await page.getByTestId("log-kind").selectOption("distribution");
  await page.getByTestId("read-again").click();
  await expect(page.getByTestId("chosen")).toContainText("Merged by bayes");
  await merged(page);
  await page.getByTestId("end").click();
  await expect(sentence(page)).toContainText("a probabilistic automaton");
});

test("a large log: what is drawn is cut, says so, and the page can be stopped and left", async ({ page }) => {
  await page.goto("");
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
  const lines = Array.from({ length: 4000 }, () =>
    Array.from({ length: 5 + random(20) }, () => "abcdefgh"[random(8)]).join(" "),
  );
  await drop(page, "large.txt", lines.join("\n"));
  await expect(understood(page)).toContainText("in 4,000 words over 8 symbols");
  await page.getByTestId("stop").click();
  await merged(page);
  await expect(page.getByTestId("collapsed")).toContainText("are drawn");
  expect(await page.getByTestId("merge-tree").locator("[data-node]").count()).toBeLessThan(250);
  await page.getByTestId("choose").click();
  await expect(page.locator("[data-log=even]")).toBeVisible();
});

test("a link leads to a step of a log, and Back to the targets; what came of it can be learned by asking", async ({
  page,
}) => {
  await page.goto("#log=orders&step=3");
  await merged(page);
  await expect(where(page)).toContainText("Step 3 of");
  await page.getByTestId("forth").click();
  await expect.poll(() => page.url()).toContain("step=4");
  await page.getByTestId("end").click();
  await page.getByTestId("learn-merged").click();
  await page.locator("[data-testid=status][data-state=done]").waitFor();
  await page.goBack();
  await merged(page);
  await page.goto("#log=nowhere");
  await expect(page.getByTestId("notice")).toContainText("there is no log “nowhere”");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing serious in a merging, and pictures: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("#log=vending&step=4");
    await merged(page);
    await expect(page.getByTestId("machine")).toBeVisible();
    await expectAccessible(page, "a step");
    await picture(page, `merging-step-${colorScheme}`);
    await page.getByTestId("refuse").click();
    await merged(page);
    await page.getByTestId("log-details").locator("summary").click();
    await page.getByTestId("end").click();
    await expect(page.getByTestId("merge-end")).toBeVisible();
    await expectAccessible(page, "the end");
    await picture(page, `merging-end-${colorScheme}`);
    await page.goto("");
    await tab(page, "log");
    await expectAccessible(page, "the form");
  });
}

test("on a narrow phone nothing overflows, and panes are switched", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("#log=orders&step=2");
  await merged(page);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  for (const [pane, testid] of [
    ["Prefix tree", "merge-tree"],
    ["Automaton", "machine"],
    ["Evidence", "evidence"],
  ] as const) {
    await page.getByRole("group", { name: "Panes" }).getByRole("button", { name: pane, exact: true }).click();
    await expect(page.getByTestId(testid)).toBeVisible();
    expect(await fits(), pane).toBe(true);
    await picture(page, `merging-phone-${testid}`);
  }
  await page.getByTestId("end").click();
  await expect(page.getByTestId("merge-end")).toBeVisible();
  expect(await fits(), "end").toBe(true);
  await picture(page, "merging-phone-end");
});

test("the first screen does not load what merging needs", async ({ page }) => {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.goto("");
  await expect(page.locator("[data-log=even]")).toBeVisible();
  expect(loaded.filter((url) => /Merge|merge|orders/u.test(url))).toEqual([]);
  await page.locator("[data-log=even]").click();
  await merged(page);
  expect(loaded.filter((url) => /merge/u.test(url)).length).toBeGreaterThan(0);
});

test("the part of a tree that is drawn has all parents, and what is hidden adds up", () => {
  const logs = new LogReader();
  const lines = Array.from({ length: 900 }, (_, i) => [...(i * 7919).toString(3)].join(" "));
  logs.read("words.txt", lines.join("\n"));
  const { sample } = logs.end();
  const run = inferring(sample, { measure: "alergia", parameter: 0.05, heldOut: 0 });
  let drawn: DrawnTree | undefined;
  for (let next = run.next(); next.done !== true; next = run.next()) {
    const { tree, blue } = next.value;
    drawn ??= new DrawnTree(tree, sample.alphabet);
    const { nodes, size } = drawn;
    const places = new Set(nodes.map(({ id }) => id));
    expect(nodes.length).toBeLessThanOrEqual(150);
    expect(nodes.every(({ parent }) => parent < 0 || places.has(parent))).toBe(true);
    expect(nodes.reduce((sum, { hidden }) => sum + hidden + 1, 0)).toBe(size);
    // The blue state that is looked at is drawn, behind nodes that are.
    const node = drawn.nodeOf(blue);
    const { states, path, pathStates } = drawn.stateAt(tree, node);
    const at = nodes.findIndex(({ id }) => id === node);
    expect(at < 0 ? pathStates.at(-1) : states[at]).toBe(BLUE);
    if (at < 0) expect(path.at(-1)?.id).toBe(node);
    path.forEach(({ parent }, i) =>
      expect(i === 0 ? places.has(parent) : path[i - 1].id === parent).toBe(true),
    );
    // What lies behind a white node is white.
    nodes.forEach(({ parent }, i) => {
      if (parent >= 0 && states[nodes.findIndex(({ id }) => id === parent)] === WHITE)
        expect(states[i]).toBe(WHITE);
    });
  }
  expect(drawn?.size).toBeGreaterThan(500);
});
