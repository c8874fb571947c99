/** Fleets that cannot be: what is refused before anything is asked. */

import { describe, expect } from "vitest";
import { automatonText, expectComplaint, test } from "./support/hankel.ts";

const NOWHERE = "nats://127.0.0.1:1";

describe("a fleet that cannot be", () => {
  test.for<[readonly string[], string]>([
    [["learn", NOWHERE], "a fleet has a server and a name: nats://host:4222/coffee"],
    [["learn", `${NOWHERE}/`], "a fleet has a server and a name: nats://host:4222/coffee"],
    [
      ["learn", "--with", "lease=3", "--", "true"],
      "a program has batch, digits, start-timeout, reset and top",
    ],
    [["learn", `${NOWHERE}/a.b`], 'the name of a fleet has 1 to 64 letters, digits, - and _, unlike "a.b"'],
    [
      ["learn", `${NOWHERE}/x`, "--workers", "2"],
      "--workers is for black boxes that this machine asks itself; the fleet x is a fleet",
    ],
    [["learn", `${NOWHERE}/x`, "--", "true"], "got two: the fleet x and the program behind --"],
    [["fleet", "http://host/x"], "expected a fleet, its server and its name, as in nats://host:4222/coffee"],
    [["learn", `${NOWHERE}/x`, "--with", "tls-cert=c.pem"], "a certificate and its key belong together"],
    [["learn", `${NOWHERE}/x`, "--with", "creds=no.creds"], "cannot read no.creds: no such file"],
    [["worker", `${NOWHERE}/x`, "a.json", "--with", "batch=2"], "an automaton file has nothing to set"],
    [["fleet", `${NOWHERE}/x`, "--with", "batch=2"], "batch"],
    [["worker", "--", "true"], "expected a fleet, its server and its name, as in nats://host:4222/coffee"],
  ])("%j", async ([args, message], { place }) => {
    expectComplaint(await place.run(args), 2, message);
  });

  test("a worker logs in whatever its target is", async ({ place }) => {
    await place.write("a.json", automatonText());
    const ended = await place.run(["worker", `${NOWHERE}/x`, "a.json", "--with", "creds=no.creds"]);
    expectComplaint(ended, 2, "cannot read no.creds: no such file");
  });

  test.for(["learn", "fleet"])(
    "%s: a server that is not there is a target that failed",
    async (command, { place }) => {
      const ended = await place.run([command, `${NOWHERE}/x`]);
      expectComplaint(ended, 3, "cannot connect to the server nats://127.0.0.1:1: nothing listens there");
    },
  );

  test("has no password in its address, and none is repeated", async ({ place }) => {
    for (const address of ["ann:secret@127.0.0.1:1/x", "secret@127.0.0.1:1/x"]) {
      const ended = await place.run(["learn", `nats://${address}`]);
      expectComplaint(ended, 2, "must not hold a user, password or token", "HANKEL_NATS_USER");
      expect(ended.stderr).not.toContain("secret");
    }
  });

  test("has one way to log in", async ({ place }) => {
    const env = { HANKEL_NATS_TOKEN: "t0p", HANKEL_NATS_USER: "ann", HANKEL_NATS_PASSWORD: "s3cret" };
    const ended = await place.run(["fleet", `${NOWHERE}/x`], { env });
    expectComplaint(ended, 2, "there are two ways to log in: HANKEL_NATS_USER and HANKEL_NATS_TOKEN");
    expect(ended.stderr).not.toMatch(/t0p|s3cret/u);
  });
});
