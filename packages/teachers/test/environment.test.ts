/** What Hankel starts does not get the secrets that are meant for Hankel. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openModule, openProcess } from "@hankel/teachers";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { environmentOfPrograms } from "../src/process/environment.ts";

const SECRETS = [
  "HANKEL_NATS_USER",
  "HANKEL_NATS_PASSWORD",
  "HANKEL_NATS_TOKEN",
  "HANKEL_NATS_CREDS",
  "HANKEL_OPENAI_KEY",
  "HANKEL_OF_TOMORROW",
];

/** The names that the box sees, as its alphabet. */
const SEEN = "Object.keys(process.env).filter((name) => /^(HANKEL|THE_BOX)_/u.test(name)).sort()";

describe("the environment of", () => {
  const folder = mkdtempSync(join(tmpdir(), "hankel-environment-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    for (const name of SECRETS) vi.stubEnv(name, "s3cret");
    vi.stubEnv("HANKEL_DEBUG", "1");
    vi.stubEnv("THE_BOX_KEY", "its own");
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  test("a program", async () => {
    const code = `console.log(JSON.stringify({ hankel: 1, semifield: "real", alphabet: ${SEEN} })); process.stdin.resume()`;
    const box = await openProcess({ command: process.execPath, args: ["-e", code] });
    expect(box.alphabet.symbols).toEqual(["HANKEL_DEBUG", "THE_BOX_KEY"]);
    await box.close();
  });

  test("a module", async () => {
    const path = join(folder, "box.mjs");
    writeFileSync(path, `export const semifield = "real", alphabet = ${SEEN}, weigh = () => 1;`);
    const box = await openModule({ path });
    expect(box.alphabet.symbols).toEqual(["HANKEL_DEBUG", "THE_BOX_KEY"]);
    await box.close();
  });

  test("either, in small letters, which some systems do not tell apart", () => {
    expect(environmentOfPrograms({ hankel_nats_password: "s3cret", Path: "/bin" })).toEqual({ Path: "/bin" });
  });
});
