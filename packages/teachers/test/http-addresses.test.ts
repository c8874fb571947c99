/** Addresses that cannot be used are refused at once, without their passwords. */

import { openUrl } from "@hankel/teachers";
import { expect, it } from "vitest";

it.each([
  "http://user:50%off@127.0.0.1:1/",
  "http://50%off@127.0.0.1:1/",
  "https://user:caf%E9@127.0.0.1:1/",
])("refuses %s", async (url) => {
  const refused = openUrl({ url });
  await expect(refused).rejects.toMatchObject({ code: "usage" });
  await expect(refused).rejects.toThrow(/^the user or the password in the address has a % .* write %25/u);
});
