/** How long exact weights may be, and how that is changed. */

import { expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";

const LONG = `export const alphabet = "a", semifield = "rational";
export const weigh = (word) => (word.length === 0 ? "7".repeat(300_000) : "0");`;

test("a longer number than is read can be allowed, in a run and in every command", async ({ place }) => {
  await place.write("box.mjs", LONG);
  const refused = await place.run(["learn", "box.mjs", "--out", "none.json", "--quiet"]);
  expectComplaint(
    refused,
    3,
    "its weight has 300000 characters, more than the 200000 that are read in one message",
    "--with digits=N allows more",
  );
  const args = ["learn", "box.mjs", "--with", "digits=300000", "--quiet", "--out", "result.json"];
  expect(await place.spawn(args)).toMatchObject({ code: 0, stderr: "" });
  expect(await place.read("result.json")).toContain("7".repeat(300_000));
  const unread = await place.spawn(["info", "result.json"]);
  expectComplaint(
    unread,
    2,
    "a number of at most 200000 digits above and below its bar, not of 300000",
    "HANKEL_DIGITS=N",
  );
  const read = await place.spawn(["info", "result.json"], { env: { HANKEL_DIGITS: "300000" } });
  expect(read).toMatchObject({ code: 0, stderr: "" });
});

test("a length that no number can have is refused", async ({ place }) => {
  await place.write("box.mjs", LONG);
  const refused = await place.run(["learn", "box.mjs", "--with", "digits=99999999"]);
  expectComplaint(refused, 2, "--with digits: Expected a whole number from 1 to 10000000.");
  const variable = await place.spawn(["random"], { env: { HANKEL_DIGITS: "many" } });
  expectComplaint(variable, 2, "HANKEL_DIGITS: Expected a whole number from 1 to 10000000.");
});
