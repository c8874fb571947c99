/** hankel diff: what has changed between two versions, in files and in programs. */

import { describe, expect } from "vitest";
import { automatonText, expectComplaint, test } from "./support/hankel.ts";

/** A door, whose answers a line of code may change. */
const door = (change = "", inputs = '["open", "close", "lock"]') => `let open = false;
const run = (word) => { let locked = false; open = false; return word.map((input) => {
  let output = "nothing";
  if (input === "open" && !locked && !open) { open = true; output = "the door opens"; }
  else if (input === "close" && open) { open = false; output = "the door closes"; }
  else if (input === "lock" && !open) { locked = !locked; output = locked ? "click" : "clack"; }
  ${change}
  return output;
}); };
export const machine = "mealy"; export const alphabet = ${inputs}; export { run };`;

interface Told {
  readonly equal: boolean;
  readonly inputs: { readonly gone: readonly string[]; readonly new: readonly string[] };
  readonly counts: { readonly transitions: Readonly<Record<string, number>> };
  readonly transitions: readonly {
    readonly change: string;
    readonly input: string;
    readonly trace: {
      readonly inputs: readonly string[];
      readonly old: readonly string[];
      readonly new: readonly string[];
    };
  }[];
}

const DOT = (output: string, last = "s0") => `digraph g {
__start0 [label="" shape="none"]; s0 [shape="circle" label="s0"]; s1 [shape="circle" label="s1"];
s0 -> s1 [label="coin / ok"]; s0 -> s0 [label="button / no"]; s1 -> s1 [label="coin / full"];
s1 -> ${last} [label="button / ${output}"];
__start0 -> s0; }`;

describe.concurrent("hankel diff", () => {
  test("lists what has changed, with a trace and both answers in columns", async ({ place }) => {
    await place.write("v1.dot", DOT("a cup of tea"));
    await place.write("v2.dot", DOT("a cup of coffee").replaceAll("s1", "waiting"));
    const { code, stdout, stderr } = await place.run(["diff", "v1.dot", "v2.dot"]);
    expect([code, stderr]).toEqual([1, ""]);
    expect(stdout).toBe(`old: v1.dot, 2 states
new: v2.dot, 2 states
transitions: 0 new, 0 gone, 1 changed, 3 the same
states: 0 new, 0 gone, 0 changed, 2 the same

~ s1, button: "a cup of tea" → s0 became "a cup of coffee" → s0
    input   old             new
    coin    ok              ok
    button  "a cup of tea"  "a cup of coffee"  ←
`);
    const same = await place.run(["diff", "v1.dot", "v1.dot"]);
    expect([same.code, same.stdout.split("\n")[2]]).toEqual([0, "no difference"]);
    const quiet = await place.run(["diff", "-q", "v1.dot", "v2.dot", "--draw", "changes.svg"]);
    expect([quiet.code, quiet.stdout]).toEqual([1, ""]);
    const svg = await place.read("changes.svg");
    expect(svg).toContain('class="arc changed"');
    expect(svg).toContain("→ a cup of coffee");
    await place.run(["diff", "-q", "v1.dot", "v2.dot", "--draw", "changes.tex"]);
    expect(await place.read("changes.tex")).toContain("\\begin{tikzpicture}");
  });

  test("shows where long outputs differ", async ({ place }) => {
    const long = "a very long answer that begins like the other one, ";
    await place.write("v1.dot", DOT(`${long}tea`));
    await place.write("v2.dot", DOT(`${long}coffee`));
    const { stdout } = await place.run(["diff", "v1.dot", "v2.dot"]);
    expect(stdout).toMatch(/button {2}…\S* ?tea" {2,}…\S* ?coffee" {2}←/u);
  });

  test("leaves out what is more than --limit, but not from the JSON", async ({ place }) => {
    await place.write("v1.dot", DOT("tea"));
    await place.write("v2.dot", DOT("tea", "s1").replace("/ no", "/ never"));
    const { stdout } = await place.run(["diff", "v1.dot", "v2.dot", "--limit", "1"]);
    expect(stdout).toContain("~ s0, button: no → s0 became never → s0\n");
    expect(stdout).toMatch(/… and 1 more change: --limit 2 shows all/u);
    const json = await place.run(["diff", "--json", "v1.dot", "v2.dot", "--limit", "1"]);
    expect(json.code).toBe(1);
    const { equal, counts, transitions } = JSON.parse(json.stdout) as Told;
    expect(equal).toBe(false);
    expect(counts.transitions).toEqual({ new: 0, gone: 0, changed: 2, same: 2 });
    expect(transitions.map(({ change, trace }) => [change, trace.inputs])).toEqual([
      ["changed", ["button"]],
      ["changed", ["coin", "button", "button"]],
    ]);
    expect(transitions[1].trace.old).toEqual(["ok", "tea", "no"]);
    expect(transitions[1].trace.new).toEqual(["ok", "tea", "tea"]);
  });

  test("learns what is no file, and names inputs that only one version knows", async ({ place }) => {
    await place.write("v1.mjs", door());
    await place.write(
      "v2.mjs",
      door('if (input === "ring") output = "ding";', '["open", "close", "lock", "ring"]'),
    );
    await place.run(["learn", "v1.mjs", "-q", "-o", "v1.json"]);
    const { code, stdout } = await place.run(["diff", "v1.json", "v2.mjs"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^new: .*v2\.mjs, learned, 3 states\n {2}\S/mu);
    expect(stdout).toMatch(/only the new version, .*, knows the input "ring"/u);
    expect(stdout).toMatch(/^\+ \S+, ring: ding → /mu);
    expect(stdout).toContain('"no such input here"'.slice(1, -1));
    const json = await place.run(["diff", "--json", "v1.mjs", "v2.mjs"]);
    const told = JSON.parse(json.stdout) as Told;
    expect(told.inputs).toEqual({ gone: [], new: ["ring"] });
    expect(told.transitions.map(({ change, input }) => [change, input])).toEqual(
      Array.from({ length: 3 }, () => ["new", "ring"]),
    );
    expect((await place.run(["diff", "v1.mjs", "v1.json"])).code).toBe(0);
  });

  test("compares nothing that was not learned to the end", async ({ place }) => {
    await place.write("v1.mjs", door());
    await place.run(["learn", "v1.mjs", "-q", "-o", "v1.json"]);
    // Of the same version: whatever a comparison found, it would be wrong.
    await place.write("torn.mjs", `let runs = 0;\n${door('if (++runs === 300) output = "torn";')}`);
    const torn = await place.run(["diff", "v1.json", "torn.mjs"]);
    expectComplaint(torn, 3, "torn.mjs was not learned to the end: the black box contradicts itself");
    await place.write("slow.mjs", door("for (const end = Date.now() + 5; Date.now() < end; );"));
    for (const targets of [
      ["v1.json", "slow.mjs"],
      ["slow.mjs", "v1.json"],
      ["slow.mjs", "slow.mjs"],
    ]) {
      const slow = await place.run(["diff", "--json", "--max-seconds", "0.75", ...targets]);
      expectComplaint(slow, 4, "slow.mjs was not learned to the end: more than 0.75 seconds have passed");
      expect(slow.stderr).toContain("hankel learn --out FILE keeps what was learned");
    }
  });

  test("compares two programs, each behind its own dashes", async ({ place }) => {
    const program = (reply: string) => `
      console.log(JSON.stringify({ hankel: 1, machine: "mealy", alphabet: ["a"] }));
      (await import("node:readline")).createInterface({ input: process.stdin }).on("line", (line) => {
        const { id, run } = JSON.parse(line);
        console.log(JSON.stringify({ id, outputs: run.map((word) => word.map(() => ${reply})) }));
      });`;
    await place.write("one.mjs", program('"one"'));
    await place.write("two.mjs", program("process.argv[2]"));
    const other = await place.run(["diff", "--", "node", "one.mjs", "--", "node", "two.mjs", "two"]);
    expect(other.stdout).toMatch(
      /^old: node one\.mjs, learned, .*\n {2}.*\nnew: node two\.mjs two, learned, /u,
    );
    expect(other).toMatchObject({
      code: 1,
      stdout: expect.stringContaining("~ 0, a: one → 0 became two → 0"),
    });
    const same = await place.run(["diff", "-q", "--", "node", "one.mjs", "--", "node", "two.mjs", "one"]);
    expect(same.code).toBe(0);
  });

  test("learns with the tests and the rule about noise that it is told", async ({ place }) => {
    await place.write("v1.mjs", door());
    await place.run(["learn", "v1.mjs", "-q", "-o", "v1.json"]);
    await place.write("torn.mjs", `let runs = 0;\n${door('if (++runs % 50 === 0) output = "torn";')}`);
    const voted = await place.run(["diff", "v1.json", "torn.mjs", "--stable", "2", "--equivalence", "wp:1"]);
    expect(voted).toMatchObject({ code: 0, stdout: expect.stringContaining("complete up to 1 extra state") });
  });

  test("lists a state that only one version has with its transitions, behind what leads to it", async ({
    place,
  }) => {
    await place.write("v1.dot", DOT("tea"));
    await place.write(
      "v2.dot",
      DOT("tea").replace(
        's1 -> s1 [label="coin / full"];',
        's1 -> s2 [label="coin / two"]; s2 -> s2 [label="coin / full"]; s2 -> s1 [label="button / soup"];',
      ),
    );
    const { stdout } = await place.run(["diff", "v1.dot", "v2.dot"]);
    expect(stdout).toContain(`  new: s2 (new)

~ s1, coin: full → s1 became two → s2 (new)
    input  old   new
    coin   ok    ok
    coin   full  two  ←

+ state s2 (new), after coin coin
    input   output
    button  soup    → s1
    coin    full    → s2 (new)
`);
    const back = await place.run(["diff", "v2.dot", "v1.dot"]);
    expect(back.stdout).toContain("− state s2, after coin coin\n");
    const few = await place.run(["diff", "v1.dot", "v2.dot", "--limit", "1"]);
    expect(few.stdout).toMatch(/full {2}two {2}←\n\n… and 1 more change: --limit 2 shows all/u);
  });

  test("passes each change in the version that has it, also behind inputs that only that one knows", async ({
    place,
  }) => {
    const start = '__start0 [label="" shape="none"]; __start0 -> s0; s0 [label="s0"]; s1 [label="s1"];';
    const ring = (more: string) =>
      `digraph g { ${start} s0 -> s0 [label="a / x"]; s0 -> s0 [label="b / y"]; s1 -> s1 [label="a / z"]; s1 -> s0 [label="b / x"]; ${more} }`;
    await place.write("old.dot", ring('s0 -> s1 [label="up / ok"]; s1 -> s1 [label="up / ok"];'));
    await place.write("new.dot", ring('s0 -> s1 [label="go / ok"]; s1 -> s1 [label="go / on"];'));
    const { code, stdout } = await place.run(["diff", "old.dot", "new.dot", "--json"]);
    expect(code).toBe(1);
    const told = JSON.parse(stdout) as Told;
    expect(told.transitions.length).toBeGreaterThan(3);
    for (const { change, input, trace } of told.transitions) {
      const other = { new: "up", gone: "go" }[change];
      expect([change, trace.inputs.includes(input), trace.inputs.includes(other ?? "")]).toEqual([
        change,
        true,
        false,
      ]);
      expect(trace.old).not.toEqual(trace.new);
    }
  });

  test("compares weights whatever their gauge", async ({ place }) => {
    await place.write("a.json", automatonText());
    const { code } = await place.run(["diff", "a.json", "a.json"]);
    expect(code).toBe(0);
    await place.print("regex", "--semifield", "rational", "<2>a<3>b|c", "-o", "x.json");
    await place.print("determinize", "x.json", "-o", "one.json");
    await place.print("push", "--towards", "canonical", "one.json", "-o", "two.json");
    expect((await place.run(["diff", "one.json", "two.json"])).code).toBe(0);
    await place.print("regex", "--semifield", "rational", "<2>a<5>b|c", "-o", "y.json");
    const { stdout } = await place.run(["diff", "x.json", "y.json"]);
    expect(stdout).toMatch(/^ {4}word +old +new\n {4}ab +6 +10$/mu);
  });

  test("refuses what cannot be compared, and says what to do", async ({ place }) => {
    await place.write("v1.dot", DOT("tea"));
    await place.write("v2.dot", DOT("tea").replaceAll("coin", "card").replaceAll("button", "pin"));
    await place.print("regex", "a|b", "-o", "words.json");
    const strangers = await place.run(["diff", "v1.dot", "v2.dot"]);
    expectComplaint(
      strangers,
      2,
      "no symbol in common",
      'v1.dot knows "button" and "coin", v2.dot knows "card" and "pin"',
    );
    expectComplaint(await place.run(["diff", "v1.dot", "words.json"]), 2, "no symbol in common");
    expectComplaint(await place.run(["diff", "v1.dot"]), 2, "expected two targets");
    expectComplaint(
      await place.run(["diff", "v1.dot", "v1.dot", "--draw", "x.gif"]),
      2,
      "ends in .svg, .png or .tex",
    );
    expectComplaint(await place.run(["diff", "v1.dot", "missing.dot"]), 2, "missing.dot");
    expectComplaint(
      await place.run(["difference", "v1.dot", "v1.dot"]),
      2,
      "hankel diff says what has changed from one machine to another",
    );
  });
});
