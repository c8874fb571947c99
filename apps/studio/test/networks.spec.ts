import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import {
  canonical,
  expect,
  expectAccessible,
  hankel,
  openTargets,
  picture,
  tab,
  temporaryFolder,
  test,
  waitForArrangement,
  waitForStatus,
} from "./studio.ts";

const models = fileURLToPath(new URL("../../../examples/models/", import.meta.url));
const model = (name: string) => join(models, name);

/** What the page has asked for so far. */
function requestsOf(page: Page): { method: string; url: URL }[] {
  const requests: { method: string; url: URL }[] = [];
  page.on("request", (request) => requests.push({ method: request.method(), url: new URL(request.url()) }));
  return requests;
}

/** The page reads its own files, and sends nothing. */
function expectOnlyAssets(page: Page, requests: readonly { method: string; url: URL }[]): void {
  const folder = new URL(".", page.url()).href;
  for (const { method, url } of requests) {
    if (url.protocol !== "data:") expect(`${method} ${url.href}`).toContain(`GET ${folder}`);
  }
}

test("the network of the gallery is a machine of six states", async ({ page }) => {
  const requests = requestsOf(page);
  await page.setViewportSize({ width: 1360, height: 1120 });
  await page.goto("");
  await expect(page.locator("main").getByText("nothing is sent anywhere").first()).toBeVisible();
  // The runtime is large: it is loaded only when a network is opened.
  expect(requests.filter(({ url }) => url.pathname.endsWith(".wasm"))).toEqual([]);
  await page.locator("[data-example=transformer]").click();
  await waitForStatus(page);
  const sentence = page.getByTestId("sentence");
  await expect(sentence).toContainText("6 states: the same automaton for every tolerance from");
  await expect(page.getByTestId("machine")).toHaveAttribute("aria-label", /6 states/u);
  await expect(page.getByTestId("drawing-note")).toContainText("below 1 %");
  await expect(page.getByTestId("machine")).toContainText("g 30 %");
  await expect(page.getByTestId("point")).toContainText("tolerances from");
  await picture(page, "studio-network");
  await expectAccessible(page, "network");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectAccessible(page, "network, dark");

  // Every step is a state more, back and forth.
  await page.locator("body").press("Home");
  await expect(sentence).toContainText("One state");
  for (const states of [2, 3, 4]) {
    await page.getByTestId("forth").click();
    await expect(page.getByTestId("machine")).toHaveAttribute(
      "aria-label",
      new RegExp(`${states} states`, "u"),
    );
  }
  await page.getByTestId("back").click();
  await expect(page.getByTestId("point")).toContainText("3 states: KL");

  // A click on the curve shows another automaton, which can be taken.
  const curve = page.getByTestId("curve");
  const box = await curve.boundingBox();
  if (box === null) throw new Error("no curve");
  await curve.click({ position: { x: box.width - 20, y: box.height / 2 } });
  await expect(page.getByTestId("machine")).toHaveAttribute("aria-label", /9 states/u);
  await page.getByTestId("use").click();
  await expect(page.getByTestId("in-use")).toBeVisible();
  expect(JSON.parse(await canonical(page)).states).toBe(9);

  expectOnlyAssets(page, requests);
});

test("the network and its automaton speak side by side", async ({ page }) => {
  await page.goto("");
  await tab(page, "network");
  await page.getByTestId("network-files").setInputFiles([model("uhl3.onnx"), model("uhl3.json")]);
  await waitForStatus(page);
  await tab(page, "explore");
  const rows = (side: string) => page.getByTestId(`spoken-${side}`).locator("tbody tr");
  const wordsOf = async (side: string) => rows(side).locator("td:first-child").allTextContents();
  await page.getByTestId("speak").click();
  await expect(rows("model")).toHaveCount(12);
  await expect(rows("automaton")).toHaveCount(12);
  const first = await wordsOf("model");
  // The automaton is nearly the network: with the same random numbers, most words are the same.
  const same = (await wordsOf("automaton")).filter((word, i) => word === first[i]).length;
  expect(same).toBeGreaterThan(6);
  await expect(page.getByTestId("spoken-same")).toHaveText(`${same} of 12 pairs of words are the same.`);
  await expect(page.getByTestId("spoken-model")).toContainText(
    /these words are (?:(?:0\.9|1\.)\d+ times )?as likely/u,
  );
  await expectAccessible(page, "side by side");

  // More words come behind them; the same seed gives the same words again, and another one others.
  await page.getByTestId("speak-more").click();
  await expect(rows("model")).toHaveCount(24);
  const more = await wordsOf("model");
  expect(more.slice(0, 12)).toEqual(first);
  expect(more.slice(12)).not.toEqual(first);
  await page.getByTestId("speak").click();
  await expect(rows("model")).toHaveCount(12);
  expect(await wordsOf("model")).toEqual(first);
  await page.getByTestId("speakers-seed").fill("2");
  await page.getByTestId("speak").click();
  await expect.poll(async () => wordsOf("model")).not.toEqual(first);

  // An automaton of one state says other words.
  await tab(page, "watch");
  const box = await page.getByTestId("curve").boundingBox();
  if (box === null) throw new Error("no curve");
  await page.getByTestId("curve").click({ position: { x: 0.15 * box.width, y: box.height / 2 } });
  await expect(page.getByTestId("point")).toContainText("1 state: KL");
  await page.getByTestId("use").click();
  await tab(page, "explore");
  await expect(page.getByTestId("spoken-model")).toHaveCount(0);
  await page.getByTestId("speak").click();
  await expect(rows("automaton")).toHaveCount(12);
  expect((await wordsOf("automaton")).filter((word, i) => word === first[i]).length).toBeLessThan(same);
});

test("an .onnx file with its side file; its journal is replayed by the command line", async ({ page }) => {
  const requests = requestsOf(page);
  await page.goto("");
  await tab(page, "network");
  await expectAccessible(page, "network form");
  await page.getByTestId("network-files").setInputFiles([model("uhl3.onnx"), model("uhl3.json")]);
  await waitForStatus(page);
  await expect(page.getByTestId("costs")).toContainText("4 states");
  const result = await canonical(page);
  await tab(page, "take");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("[data-take=journal]").click(),
  ]);
  const journal = join(temporaryFolder(), "run.jsonl");
  await download.saveAs(journal);
  const replayed = hankel("replay", journal);
  expect(replayed.stderr).not.toContain("does not fit");
  expect(replayed.stdout).toBe(result);
  // The file is read from the disk: no request fetches or carries it.
  expect(requests.filter(({ url }) => url.pathname.includes("uhl3"))).toEqual([]);
  expectOnlyAssets(page, requests);

  await openTargets(page);
  await tab(page, "journal");
  await page.getByTestId("file").setInputFiles(journal);
  await waitForStatus(page);
  await expect(page.getByTestId("curve")).toBeVisible();
  expect(await canonical(page)).toBe(result);
});

test("what a side file must say is asked for, and acceptors are learned too", async ({ page }) => {
  await page.goto("");
  await tab(page, "network");
  await page.getByTestId("network-files").setInputFiles(model("tomita4.onnx"));
  await expect(page.getByText("What do the tokens of tomita4.onnx mean?")).toBeVisible();
  await page.getByTestId("side-file").fill('{"symbols": ["0", "1"], "bos": 2}');
  const start = page.getByRole("button", { name: "Learn", exact: true });
  await start.click();
  await expect(page.getByTestId("network-problem")).toContainText(
    '"alphabet" must be an array of strings, not undefined; it has "symbols"',
  );
  await page.getByTestId("side-file").fill(readFileSync(model("tomita4.json"), "utf8"));
  await start.click();
  await waitForStatus(page);
  // No three zeros in a row: three states, since words that lead nowhere have none.
  await expect(page.getByTestId("costs")).toContainText("3 states");
  await expect(page.getByTestId("learner")).toHaveValue("tolerant");
  await page.getByTestId("back").click();
  await expect(page.getByTestId("tree")).toBeVisible();
});

test("an acceptor that errs is learned as the machine that it nearly is; the words on which it errs are shown", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1360, height: 900 });
  await page.goto("");
  await tab(page, "network");
  await page
    .getByTestId("network-files")
    .setInputFiles([model("erring-tomita4.onnx"), model("erring-tomita4.json")]);
  await waitForStatus(page);
  await expect(page.getByTestId("costs")).toContainText("3 states");
  await expect(page.getByTestId("sentence")).toContainText(
    "3 states: the automaton agrees with the target on 98",
  );
  await expect(page.getByTestId("agrees")).toContainText("that were drawn afresh");
  await expect(page.getByTestId("disagreements").locator("li")).toHaveCount(3);
  await expect(page.getByTestId("machine")).toHaveAttribute("aria-label", /3 states/u);
  await waitForArrangement(page);
  await picture(page, "studio-errs");
  await expectAccessible(page, "agreement");
  const result = await canonical(page);
  expect(JSON.parse(result)).toMatchObject({ semifield: "boolean", states: 3 });

  // The command line replays what the page has done.
  await tab(page, "take");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.locator("[data-take=journal]").click(),
  ]);
  const journal = join(temporaryFolder(), "run.jsonl");
  await download.saveAs(journal);
  expect(hankel("replay", journal).stdout).toBe(result);

  // Whoever wants every answer followed chooses another learner; the next network is learned by the usual one again.
  await tab(page, "watch");
  await page.getByTestId("learner").selectOption("tree");
  await expect(page.getByTestId("costs")).not.toContainText("3 states");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await openTargets(page);
  await tab(page, "network");
  await page.getByTestId("network-files").setInputFiles([model("tomita1.onnx"), model("tomita1.json")]);
  await waitForStatus(page);
  await expect(page.getByTestId("learner")).toHaveValue("tolerant");
});

const exported = (name: string) =>
  fileURLToPath(new URL(`../../../examples/pytorch/${name}`, import.meta.url));

test("the files that PyTorch writes are opened together, or the weights after the network", async ({
  page,
}) => {
  await page.goto("");
  await tab(page, "network");
  const files = ["acceptor.onnx", "acceptor.onnx.data", "acceptor.json"].map(exported);
  await page.getByTestId("network-files").setInputFiles(files);
  await waitForStatus(page);
  await expect(page.getByTestId("costs")).toContainText("3 states");

  await openTargets(page);
  await tab(page, "network");
  await page.getByTestId("network-files").setInputFiles(["classifier.onnx", "classifier.json"].map(exported));
  await expect(page.getByTestId("missing-weights")).toContainText(
    "classifier.onnx keeps its weights in classifier.onnx.data: drop that file too.",
  );
  await page.getByTestId("network-files").setInputFiles(exported("classifier.onnx.data"));
  await waitForStatus(page);
  // A machine that counts modulo three, drawn as the Moore machine that it is.
  await expect(page.getByTestId("costs")).toContainText("3 states");
  await expect(page.getByTestId("machine")).toHaveAttribute("aria-label", /3 states/u);
});

test("files of a network come in any order, and those with weights may have any name", async ({ page }) => {
  await page.goto("");
  await tab(page, "network");
  const files = page.getByTestId("network-files");
  await files.setInputFiles(model("tomita1.json"));
  await expect(page.getByTestId("missing-network")).toContainText("The side file is here");
  await files.setInputFiles(model("tomita1.onnx"));
  await waitForStatus(page);

  // The network names its weights `acceptor.onnx.data`; here, everything has a name of as many letters without an ending.
  const renamed = Buffer.from(
    readFileSync(exported("acceptor.onnx"))
      .toString("latin1")
      .replaceAll("acceptor.onnx.data", "all_of_the_weights"),
    "latin1",
  );
  const weights = readFileSync(exported("acceptor.onnx.data"));
  const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });
  await openTargets(page);
  await tab(page, "network");
  await files.setInputFiles(asFile("all_of_the_weights", weights));
  await files.setInputFiles(exported("acceptor.json"));
  await files.setInputFiles(asFile("acceptor.onnx", renamed));
  await waitForStatus(page);
  await expect(page.getByTestId("costs")).toContainText("3 states");
});

test("what is noticed when a language model is opened stands on the page", async ({ page }) => {
  await page.goto("");
  await tab(page, "network");
  const side = JSON.parse(readFileSync(model("uhl3.json"), "utf8")) as object;
  const buffer = Buffer.from(JSON.stringify({ ...side, vocabulary: 4 }));
  await page.getByTestId("network-files").setInputFiles([
    { name: "uhl3.onnx", mimeType: "application/octet-stream", buffer: readFileSync(model("uhl3.onnx")) },
    { name: "uhl3.json", mimeType: "application/json", buffer },
  ]);
  await expect(page.getByTestId("notices")).toContainText("vocabulary");
});

/** Opens a network and holds its run. The runtime comes only then, so that the run cannot be over before. */
async function openHeld(page: Page, files: readonly string[]): Promise<void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.wasm", async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest("**/*.wasm");
  await page.getByTestId("network-files").setInputFiles([...files]);
  await page.getByTestId("hold").click();
  await asked;
  release();
}

test("a run on a network waits while it is held, and ends early with the best automaton so far", async ({
  page,
}) => {
  await page.goto("");
  await tab(page, "network");
  const files = [model("uhl3.onnx"), model("uhl3.json")];
  const hold = page.getByTestId("hold");
  await openHeld(page, files);
  await waitForStatus(page, "held");
  await expect(page.getByTestId("status")).toContainText("2 symbols");
  await page.waitForTimeout(200);
  const before = await page.getByTestId("status").textContent();
  await page.waitForTimeout(300);
  expect(await page.getByTestId("status").textContent()).toBe(before);
  await hold.click();
  await waitForStatus(page);
  await expect(page.getByTestId("costs")).toContainText("4 states");

  await openTargets(page);
  await tab(page, "network");
  await openHeld(page, files);
  await expect(page.getByTestId("status")).toContainText("2 symbols");
  await page.getByRole("button", { name: "Stop", exact: true }).click();
  await waitForStatus(page);
  await expect(page.getByTestId("status").getByText("Ended early.")).toBeVisible();
  await expect(page.getByTestId("machine")).toBeVisible();
  expect(JSON.parse(await canonical(page))).toMatchObject({ semifield: "real" });
});

test("two files are dropped at once; what is no network is refused with its name", async ({ page }) => {
  await page.goto("");
  await tab(page, "network");
  const files = await page.evaluateHandle(
    (side) => {
      const data = new DataTransfer();
      data.items.add(new File([side], "broken.json"));
      data.items.add(new File(["no network"], "broken.onnx"));
      return data;
    },
    readFileSync(model("uhl3.json"), "utf8"),
  );
  await page.getByTestId("drop-network").dispatchEvent("drop", { dataTransfer: files });
  await expect(page.getByTestId("network-problem")).toContainText(
    "broken.onnx is no ONNX file that can be run",
  );
});

test("a side file that does not fit its network is refused beside the form, and can be mended", async ({
  page,
}) => {
  await page.goto("");
  await tab(page, "network");
  const start = page.getByRole("button", { name: "Learn", exact: true });
  for (const [network, side, problem] of [
    ["uhl3.onnx", '{"alphabet": ["a"], "bos": 1, "eos": 2}', "the side file names 3 tokens"],
    ["tomita1.onnx", '{"alphabet": ["a", "b", "c", "d"], "bos": 2}', 'does not read the token 4 of "d"'],
  ]) {
    await page.getByTestId("network-files").setInputFiles(model(network));
    await page.getByTestId("side-file").fill(side);
    await start.click();
    await expect(page.getByTestId("network-problem")).toContainText(problem);
    await expect(page.getByTestId("side-file")).toHaveValue(side);
  }
  await page.getByTestId("side-file").fill(readFileSync(model("tomita1.json"), "utf8"));
  await start.click();
  await waitForStatus(page);
});
