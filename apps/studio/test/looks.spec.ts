import {
  expect,
  expectAccessible,
  openTargets,
  picture,
  tab,
  test,
  waitForArrangement,
  waitForStatus,
} from "./studio.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds no serious problem in any view: ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("");
    const kinds = ["expression", "draw", "file", "function", "journal", "teacher"];
    for (const kind of colorScheme === "light" ? kinds : ["draw"]) {
      await tab(page, kind);
      await expectAccessible(page, kind);
    }
    await page.getByTestId("learner").selectOption("both");
    await page.locator("[data-example=stuck-three]").click();
    await waitForStatus(page, "done", 2);
    await page.getByTestId("forth").click();
    await waitForArrangement(page);
    await expectAccessible(page, "watch");
    await tab(page, "explore");
    for (const button of ["canonical", "certificate", "heaviest", "residuals"])
      await page.getByTestId(button).click();
    await expect(page.getByTestId("residual-sentence")).toBeVisible();
    await expectAccessible(page, "explore");
    await tab(page, "take");
    await expectAccessible(page, "take");
  });
}

test("on a narrow phone nothing overflows", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("");
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  for (const kind of ["expression", "draw", "file", "network", "function", "teacher"]) {
    await tab(page, kind);
    expect(await fits(), kind).toBe(true);
  }
  for (const [learner, example] of [
    ["multiplicity", "no-deterministic"],
    ["table", "grammar"],
  ]) {
    await openTargets(page);
    await page.getByTestId("learner").selectOption(learner);
    await page.locator(`[data-example=${example}]`).click();
    await waitForStatus(page);
    await page.getByTestId("end").click();
    for (const pane of ["What is known", "Automaton"]) {
      await page.getByRole("button", { name: pane, exact: true }).click();
      await expect(page.getByTestId("machine").filter({ visible: true })).toHaveCount(1);
      expect(await fits(), `watch ${learner}: ${pane}`).toBe(true);
    }
  }
  await picture(page, "studio-phone");
  await tab(page, "explore");
  expect(await fits(), "explore").toBe(true);
});

test("pictures of the main views", async ({ page }) => {
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.goto("");
  await picture(page, "studio-targets");
  await page.locator("[data-example=costs]").click();
  await waitForStatus(page);
  for (let i = 0; i < 4; i++) await page.getByTestId("forth").click();
  await expect(page.getByTestId("machine").first()).toBeVisible();
  await picture(page, "studio-table");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.getByTestId("learner").selectOption("both");
  await waitForStatus(page, "done", 2);
  await page.getByTestId("end").click();
  await expect(page.getByTestId("machine")).toHaveCount(4);
  await page.setViewportSize({ width: 1360, height: 1280 });
  await picture(page, "studio-both");
  await tab(page, "explore");
  await expect(page.getByTestId("machine")).toBeVisible();
  await picture(page, "studio-explore");
});
