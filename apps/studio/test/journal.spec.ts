import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
  await page.getByTestId("file").setInputFiles(cut);
  await waitForStatus(page);
  await expect(page.getByTestId("status").getByText("Ended early.")).toBeVisible();
});

test("the command line replays a journal of the page", async ({ page }) => {
  await page.goto("");
  for (const learner of ["table", "tree"]) {
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
