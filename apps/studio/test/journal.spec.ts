import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { JournalSums } from "hankel/formats";
import {
  canonical,
  expect,
  hankel,
  learnExpression,
  openTargets,
  tab,
  temporaryFolder,
  test,
  waitForStatus,
} from "./studio.ts";

test("a journal of the command line opens, complete or cut off", async ({ page }) => {
  const folder = temporaryFolder();
  const [target, journal, learned] = ["target.json", "run.jsonl", "learned.json"].map((name) =>
    join(folder, name),
  );
  expect(
    hankel("random", "--states", "7", "--semifield", "rational", "--seed", "3", "--out", target).status,
  ).toBe(0);
  const made = hankel("learn", target, "--journal", journal, "--learner", "table", "--out", learned);
  expect(made.stderr + made.status).toMatch(/0$/u);
  await page.goto("");
  await tab(page, "journal");
  await page.getByTestId("file").setInputFiles(journal);
  await waitForStatus(page);
  await expect(page.getByTestId("status").getByText("Learned.")).toBeVisible();
  await expect(page.getByTestId("matrix")).toBeVisible();
  expect(await canonical(page)).toBe(readFileSync(learned, "utf8"));

  const whole = readFileSync(journal, "utf8");
  const cut = join(folder, "cut.jsonl");
  writeFileSync(cut, whole.slice(0, Math.floor(whole.length * 0.6)));
  await openTargets(page);
  await tab(page, "journal");
  await page.getByTestId("file").setInputFiles(cut);
  await waitForStatus(page);
  await expect(page.getByTestId("status").getByText("Ended early.")).toBeVisible();
});

test("a journal of the machine learner opens: runs and candidates, without a matrix or a tree", async ({
  page,
}) => {
  const folder = temporaryFolder();
  const [target, journal, learned] = ["target.dot", "run.jsonl", "learned.json"].map((name) =>
    join(folder, name),
  );
  writeFileSync(
    target,
    'digraph m { s0 -> s1 [label="a/no"]; s0 -> s0 [label="b/no"]; s1 -> s0 [label="a/yes"]; s1 -> s1 [label="b/no"]; }\n',
  );
  const made = hankel("learn", target, "--journal", journal, "--cost", "1,0", "--out", learned);
  expect(made.stderr + made.status).toMatch(/0$/u);
  expect(readFileSync(journal, "utf8")).toContain('"learner":"machine"');
  await page.goto("");
  await tab(page, "journal");
  await page.getByTestId("file").setInputFiles(journal);
  await waitForStatus(page);
  await expect(page.getByTestId("status").getByText("Learned.")).toBeVisible();
  await expect(page.getByTestId("arcs")).toBeVisible();
  await expect(page.getByTestId("matrix")).toHaveCount(0);
  await expect(page.getByTestId("summary")).toHaveCount(0);
  expect(await canonical(page)).toBe(readFileSync(learned, "utf8"));
});

/** The states on the leaves of the tree that is shown, in the order of their numbers. */
async function statesInTree(page: Page): Promise<number[]> {
  const tree = page.getByTestId("tree");
  await expect(tree).toBeVisible();
  const states = await tree
    .locator("[data-leaf]")
    .evaluateAll((leaves) => leaves.map((leaf) => Number((leaf as SVGElement).dataset["leaf"])));
  return states.toSorted((a, b) => a - b);
}

for (const [name, options] of [
  ["the defaults", []],
  // Long counterexamples: the learner rebuilds parts of its tree with shorter suffixes.
  ["long counterexamples", ["--equivalence", "random:3000,mean=30+box"]],
] as const) {
  test(`a journal of ${name} on sixty states ends as it ended, and its tree shows every state once`, async ({
    page,
  }) => {
    const folder = temporaryFolder();
    const [target, journal, learned] = ["target.json", "run.jsonl", "learned.json"].map((file) =>
      join(folder, file),
    );
    const shape = ["--shape", "few-final", "--semifield", "rational", "--seed", "5"];
    expect(hankel("random", "--states", "60", ...shape, "--out", target).status).toBe(0);
    const made = hankel("learn", target, "--journal", journal, "--out", learned, ...options);
    expect(made.stderr + made.status).toMatch(/0$/u);
    expect(JSON.parse(readFileSync(learned, "utf8"))).toMatchObject({ states: 60 });
    await page.goto("");
    await tab(page, "journal");
    await page.getByTestId("file").setInputFiles(journal);
    await waitForStatus(page);
    await expect(page.getByTestId("status").getByText("Learned.")).toBeVisible();
    await page.locator("body").press("End");
    expect(await statesInTree(page)).toEqual(Array.from({ length: 60 }, (_, state) => state));
    expect(await canonical(page)).toBe(readFileSync(learned, "utf8"));
  });
}

/** A journal with checksums that fit. */
function summed(text: string): string {
  const sums = new JournalSums();
  return text.replaceAll(/^.+$/gmu, (line) => sums.add(line));
}

test("a journal that does not fit is refused with a sentence", async ({ page }) => {
  const folder = temporaryFolder();
  const [target, journal] = ["target.json", "run.jsonl"].map((name) => join(folder, name));
  expect(hankel("random", "--states", "7", "--seed", "3", "--out", target).status).toBe(0);
  expect(hankel("learn", target, "--journal", journal, "--out", join(folder, "l.json")).status).toBe(0);
  const written = readFileSync(journal, "utf8");
  // Without checksums, as earlier versions wrote it.
  const text = written.replaceAll(/,"sum":"[0-9a-f]{8}"/gu, "");
  const other = join(folder, "other.jsonl");
  await page.goto("");
  for (const [changed, message] of [
    [
      text.replace(/"hash":"[0-9a-f]+"/u, '"hash":"0"').replace(/"algorithm":\d+/u, '"algorithm":1'),
      "written by version 1",
    ],
    [
      summed(text.replace('"options":{', '"options":{"magic":1,')),
      'an option that is not known here: "magic"',
    ],
    [written.replace('"seed":1', '"seed":2'), "does not fit its checksum"],
  ]) {
    writeFileSync(other, changed);
    await openTargets(page);
    await tab(page, "journal");
    await page.getByTestId("file").setInputFiles(other);
    // Beside the form if the journal cannot be read, and otherwise where its run would be.
    await expect(page.getByTestId("failure").or(page.getByTestId("problem"))).toContainText(message);
  }
});

test("the command line replays a journal of the page", async ({ page }) => {
  await page.goto("");
  for (const learner of ["table", "tree"]) {
    await openTargets(page);
    await page.getByTestId("learner").selectOption(learner);
    await learnExpression(page, "(<1/2>a|<1/3>b)*<2>ab");
    await waitForStatus(page);
    const expected = await canonical(page);
    await tab(page, "take");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.locator("[data-take=journal]").click(),
    ]);
    const file = join(temporaryFolder(), "run.journal");
    await download.saveAs(file);
    const { status, stdout, stderr } = hankel("replay", file);
    expect(stderr + status).toMatch(/0$/u);
    expect(stdout).toBe(expected);
  }
});
