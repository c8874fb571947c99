/** A target is one argument: every form of it, and what is none. */

import { describe, expect, test as plain } from "vitest";
import { parseFleet, parseTarget, type TargetKind, targetKinds } from "../src/target/target.ts";
import { automatonText, expectComplaint, test } from "./support/hankel.ts";

describe("an argument names a target", () => {
  plain.for([
    ["target.json", { kind: "file", path: "target.json" }],
    ["target", { kind: "file", path: "target" }],
    ["a/b.fst.txt", { kind: "file", path: "a/b.fst.txt" }],
    ["-", { kind: "file", path: "-" }],
    ["./me", { kind: "file", path: "./me" }],
    ["me.json", { kind: "file", path: "me.json" }],
    ["C:\\box.json", { kind: "file", path: "C:\\box.json" }],
    ["model.onnx", { kind: "onnx", path: "model.onnx" }],
    ["box.ts", { kind: "module", path: "box.ts" }],
    ["box.mts", { kind: "module", path: "box.mts" }],
    ["box.js", { kind: "module", path: "box.js" }],
    ["./box.mjs", { kind: "module", path: "./box.mjs" }],
    ["http://host/box", { kind: "http", url: "http://host/box" }],
    ["https://host/box.json", { kind: "http", url: "https://host/box.json" }],
    ["openai:http://host:8080", { kind: "openai", url: "http://host:8080" }],
    ["openai:https://host/v1", { kind: "openai", url: "https://host/v1" }],
    ["nats://host:4222/coffee", { kind: "fleet", server: "nats://host:4222", fleet: "coffee" }],
    ["tls://host/coffee/", { kind: "fleet", server: "tls://host", fleet: "coffee" }],
    ["nats://a:1,nats://b:2/tea", { kind: "fleet", server: "nats://a:1,nats://b:2", fleet: "tea" }],
    ["me", { kind: "me" }],
  ] as const)("%s", ([argument, target]) => {
    expect(parseTarget(argument, [])).toEqual(target);
  });

  plain("a program stands behind --", () => {
    expect(parseTarget(undefined, ["python3", "box.py", "--", "x"])).toEqual({
      kind: "program",
      command: "python3",
      args: ["box.py", "--", "x"],
    });
  });

  plain.for([
    [undefined, [], /^expected one target: a file \(target\.json, .*, me, or a program behind --$/u],
    ["a.json", ["b"], /^expected one target, got two: a\.json and the program behind --; leave one/u],
    ["nats://host:4222", [], /^a fleet has a server and a name: nats:\/\/host:4222\/coffee$/u],
    ["nats:///coffee", [], /^a fleet has a server and a name/u],
    ["openai:localhost:8080", [], /^a completion server is written as openai:http:\/\/host:8080$/u],
    ["ftp://host/box", [], /^"ftp:\/\/host\/box" is no address of a target: there are https:\/\/host\/box/u],
  ] as const)("%s %j is refused", ([argument, program, message]) => {
    expect(() => parseTarget(argument, program)).toThrow(message);
  });

  plain("a fleet is named first by those who join it or look at it", () => {
    expect(parseFleet("tls://host/tea")).toMatchObject({ fleet: "tea" });
    for (const argument of [undefined, "box.ts", "http://host/x", "me"])
      expect(() => parseFleet(argument)).toThrow("expected a fleet, its server and its name");
  });

  plain("every kind has a form, except what only one command knows", () => {
    const kinds = Object.keys(targetKinds) as TargetKind[];
    expect(kinds.filter((kind) => targetKinds[kind].form === undefined)).toEqual(["sample"]);
    for (const kind of kinds) {
      const { form } = targetKinds[kind];
      if (form === undefined) continue;
      const found = form.startsWith("-- ")
        ? parseTarget(undefined, form.split(" ").slice(1))
        : parseTarget(form, [], { with: kind === "mapped" ? ["mapper=door.yaml"] : [] });
      expect(found.kind).toBe(kind);
    }
  });
});

describe.concurrent("a target that is not there", () => {
  test.for([
    [["learn", "none.json"], "cannot read none.json: no such file"],
    [["learn", "none.onnx"], "cannot read none.onnx: no such file"],
    [["learn", "none.ts"], "none.ts"],
    [["learn", "./me"], "cannot read ./me: no such file"],
    [["learn", "a.json", "b.json"], 'expected one target, got "a.json" "b.json"'],
    [["spectral"], "expected one target"],
    [["spectral", "a.json", "--", "cat"], "got two: a.json and the program behind --"],
    [["evaluate", "a.json"], "expected the automaton first, then one target: a file ("],
    [["evaluate", "a.json", "ftp://host/x"], "is no address of a target"],
    [["check", "a.json", "--certificate", "c"], "expected the automaton first, then one target: a file ("],
    [["check", "a.json", "a.json", "--certificate", "c", "--", "cat"], "got two"],
    [["worker", "nats://127.0.0.1:1/x"], "expected one target"],
    [["worker", "box.ts", "nats://127.0.0.1:1/x"], "expected a fleet, its server and its name"],
    [["worker", "nats://127.0.0.1:1/x", "a.json", "b.json"], "expected a fleet and one target"],
    [["fleet"], "expected a fleet, its server and its name"],
    [
      ["learn", "box.ts", "--with", "frob=1"],
      '--with "frob": a module has batch, digits, start-timeout, reset and top',
    ],
    [["learn", "box.ts", "--with", "batch"], "--with: expected name=value: a module has batch"],
    [["learn", "box.ts", "--with", "batch=0"], "--with batch: Expected a whole number, 1 or more."],
    [
      ["worker", "nats://127.0.0.1:1/x", "a.onnx", "--with", "lease=3"],
      "a fleet has creds, tls-ca, tls-cert and tls-key; a network has batch, top, bos, eos, longest, input, output and hidden",
    ],
  ] as const)("%j", async ([args, message], { place }) => {
    await place.write("a.json", automatonText());
    expectComplaint(await place.run(args), 2, message);
  });
});
