import { expect, test } from "vitest";
import { publicApi, reviewedApi } from "../scripts/public-api.ts";

test("the public names of @hankel/core are those that were reviewed", () => {
  const advice = "If the change is meant, run `npm run api`, look at packages/core/api.txt and commit it.";
  expect(publicApi(), advice).toBe(reviewedApi());
});
