/** Fleets that cannot be: what is refused before anything is asked. */

import { describe, expect } from "vitest";
import { expectComplaint, test } from "./support/hankel.ts";

const NOWHERE = ["--fleet", "nats://127.0.0.1:1"];

describe("a fleet that cannot be", () => {
  test.for<[readonly string[], string]>([
    [["learn", ...NOWHERE], "a fleet has a server and a name: add --name coffee"],
    [["learn", "--name", "coffee", "--", "true"], "--name: only for --fleet"],
    [
      ["learn", ...NOWHERE, "--name", "a.b"],
      'the name of a fleet has 1 to 64 letters, digits, - and _, unlike "a.b"',
    ],
    [
      ["learn", ...NOWHERE, "--name", "x", "--workers", "2"],
      "--workers: not for --fleet; hankel worker has it",
    ],
    [["learn", ...NOWHERE, "--name", "x", "--", "true"], "got a program behind -- and --fleet"],
    [
      ["learn", "--fleet", "http://host", "--name", "x"],
      "expected the address of a NATS server such as nats://host:4222",
    ],
    [
      ["learn", ...NOWHERE, "--name", "x", "--tls-cert", "c.pem"],
      "a certificate and its key belong together",
    ],
    [["learn", ...NOWHERE, "--name", "x", "--creds", "no.creds"], "cannot read no.creds: no such file"],
    [
      ["fleet", ...NOWHERE, "--name", "x"],
      "cannot connect to the server nats://127.0.0.1:1: nothing listens there",
    ],
    [
      ["worker", "--name", "x", "--", "true"],
      "a fleet has a server and a name: add --fleet nats://host:4222",
    ],
  ])("%j", async ([args, message], { place }) => {
    expectComplaint(await place.run(args), 2, message);
  });

  test("has no password in its address, and none is repeated", async ({ place }) => {
    for (const address of ["nats://ann:secret@127.0.0.1:1", "nats://secret@127.0.0.1:1"]) {
      const ended = await place.run(["learn", "--fleet", address, "--name", "x"]);
      expectComplaint(ended, 2, "must not hold a user, password or token", "HANKEL_NATS_USER");
      expect(ended.stderr).not.toContain("secret");
    }
  });

  test("has one way to log in", async ({ place }) => {
    const env = { HANKEL_NATS_TOKEN: "t0p", HANKEL_NATS_USER: "ann", HANKEL_NATS_PASSWORD: "s3cret" };
    const ended = await place.run(["fleet", ...NOWHERE, "--name", "x"], { env });
    expectComplaint(ended, 2, "there are two ways to log in: HANKEL_NATS_USER and HANKEL_NATS_TOKEN");
    expect(ended.stderr).not.toMatch(/t0p|s3cret/u);
  });
});
