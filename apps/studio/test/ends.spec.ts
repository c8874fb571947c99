/** However a run ends on the page, there is an automaton, and the page says what it is worth. */

import { canonical, dropFile, expect, tab, test, waitForStatus } from "./studio.ts";

/** An automaton over floats with one letter; state 0 is initial. */
function floats(states: number, final: unknown[], arcs: unknown[]): string {
  const initial = [[0, "1"]];
  return JSON.stringify({
    format: "hankel/1",
    semifield: "real",
    alphabet: ["a"],
    states,
    initial,
    final,
    arcs,
  });
}

test("a run over floats does not claim the minimal automaton", async ({ page }) => {
  await page.goto("");
  await dropFile(page, "floats.json", floats(1, [[0, "1"]], [[0, "a", "0.5", 0]]));
  await waitForStatus(page);
  await page.locator("body").press("End");
  const sentence = page.getByTestId("sentence");
  await expect(sentence).toContainText("within a tolerance, which is not transitive");
  await expect(sentence).not.toContainText("minimal");
});

test("a run that fails ends with the best automaton so far", async ({ page }) => {
  await page.goto("");
  const arcs = [0, 1, 2].map((state) => [state, "a", "1e200", (state + 1) % 3]);
  await dropFile(
    page,
    "growing.json",
    floats(
      3,
      [
        [0, "1"],
        [2, "3"],
      ],
      arcs,
    ),
  );
  await waitForStatus(page, "failed");
  await expect(page.getByTestId("failure")).toContainText("leaves the range of real");
  expect(JSON.parse(await canonical(page))).toMatchObject({ format: "hankel/1", semifield: "real" });
  await tab(page, "take");
  await expect(page.locator("[data-take=hankel]")).toBeVisible();
});
