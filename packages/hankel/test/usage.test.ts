import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect } from "vitest";
import { expectComplaint, test, Workplace } from "./support/hankel.ts";

const COMMANDS = ["demo", "learn", "weigh", "compare", "minimize", "convert", "info", "random"];

describe.concurrent("usage", () => {
  test("no arguments: shows the help", async ({ place }) => {
    const help = await place.print();
    for (const command of COMMANDS)
      expect(help).toMatch(new RegExp(`(?:^ +|^[A-Z].*[:,] )${command}(?: |,|$)`, "mu"));
    expect(help).toContain("Examples:");
    expect(help).toContain("Exit codes:");
    expect(await place.print("--help")).toBe(help);
  });

  const ADDRESS = "http://me:s3cret@host.invalid/x?key=k3y";
  test.each([
    ["learn", `--ulr=${ADDRESS}`],
    ["learn", ADDRESS, "--bogus", "box.py"],
    ["convert", "a.json", ADDRESS],
    ["learn", "a.json", "--out", `${ADDRESS}.json`],
    ["learn", "a.json", "--journal", ADDRESS],
    ["learn", ADDRESS.replace("http", "ftp")],
    ["learn", ADDRESS.replace("http", "nats")],
    ["learn", "nats://me:s3/cret@host.invalid:4222/x"],
    ["learn", "openai:me:s3cret@host.invalid"],
    ["learn", ADDRESS, "--with", "model=s3cret"],
    ["learn", ADDRESS, "--with", "s3cret"],
    ["worker", ADDRESS, "a.json"],
    ["learn", "a.json", ADDRESS],
    ["learn", "a.json", "--max-states", ADDRESS],
    ["replay", ADDRESS],
    ["random", "--semifield", ADDRESS],
    [ADDRESS],
    ["info", "http://me:s3/cret@host.invalid/"],
    ["learn", "--ulr=http://me:s3cret"],
    ["random", "--semifield", "http://me:s3/cret"],
  ])("a message repeats no password: %s %s %s %s", async (...args) => {
    const folder = await mkdtemp(join(tmpdir(), "hankel-test-"));
    const ended = await new Workplace(folder).run(args.filter((arg) => typeof arg === "string"));
    await rm(folder, { recursive: true });
    expectComplaint(ended, 2);
    expect(ended.stderr).not.toMatch(/s3|cret|k3y/u);
  });

  test("the help of every command has an example", async ({ place }) => {
    for (const command of COMMANDS) {
      const help = await place.print(command, "--help");
      expect(help).toContain(`Usage: hankel ${command}`);
      if (["learn", "spectral", "evaluate", "worker", "check", "fleet"].includes(command)) {
        expect(help.split("\n").filter((line) => line.length > 100)).toEqual([]);
        expect(/--out only|conjectures included/u.exec(help)).toBeNull();
      }
      if (command !== "demo") expect(help).toContain(`  $ hankel ${command}`);
      if (command === "learn") expect(await place.print("help", command)).toBe(help);
    }
  });

  test("the help says which targets need options, and which have no use for them", async ({ place }) => {
    const targets = (await place.print("help", "targets")).replaceAll(/\s+/gu, " ");
    expect(targets).toContain("me needs --alphabet and --semifield.");
    expect(targets).toContain("Automaton files have no use for --workers, --with, --timeout and --alphabet");
  });

  test("the help calls no learner the best: on some targets each of them asks more than another", async ({
    place,
  }) => {
    const learners = await place.print("help", "learners");
    expect(learners).toMatch(/tree .*usually/u);
    expect(learners).not.toMatch(/fewest|shortest|never|always|of all/u);
  });

  test("the version", async ({ place }) => {
    expect(await place.print("--version")).toMatch(/^\d+\.\d+\.\d+\n$/u);
  });

  test("a mistyped command", async ({ place }) => {
    expectComplaint(
      await place.run(["lern", "x.json"]),
      2,
      "unknown command 'lern'",
      "(Did you mean learn?)",
    );
  });

  test("a mistyped option", async ({ place }) => {
    const ended = await place.run(["random", "--sates", "3"]);
    expectComplaint(ended, 2, "unknown option '--sates'", "(Did you mean --states?)", "hankel random --help");
  });

  test("missing and superfluous arguments", async ({ place }) => {
    expectComplaint(await place.run(["learn"]), 2, "expected one target");
    expectComplaint(await place.run(["info", "a", "b"]), 2, "too many arguments");
    const program = await place.run(["learn", "python3", "box.py", "--workers", "2"]);
    expectComplaint(program, 2, "put -- in front of it: hankel learn -- python3 box.py --workers 2");
  });

  test.for([
    [["learn", "x.json", "--learner", "magic"], "table"],
    [["learn", "x.json", "--learner", "table:none"], "table:rivest-schapire"],
    [["learn", "x.json", "--learner", "tree:suffixes"], "is no option of tree"],
    [["learn", "x.json", "--max-states", "-1"], "whole number"],
    [["learn", "x.json", "--max-questions", "1.5"], "whole number"],
    [["learn", "x.json", "--max-seconds", "soon"], "number above 0"],
    [["random", "--states", "ten"], "whole number"],
    [["random", "--states", "1000000000000000"], "1000000000000000 states × 2 letters"],
    [["random", "--states", "99999999999999999999"], "whole number"],
    [["random", "--shape", "round"], "dense"],
    [["random", "--semifield", "__proto__"], "no semifield"],
    [["random", "--semifield", "prime-field:4"], "prime"],
    [["convert", "x.json", "--to", "png"], "dot"],
  ] as const)("%j", async ([args, message], { place }) => {
    expectComplaint(await place.run(args), 2, message);
  });
});
