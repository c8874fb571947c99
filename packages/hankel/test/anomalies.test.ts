/** Traces that are not like a model, on the command line. */

import { fromExpression, real, toWdfsa, writeHankel } from "@hankel/core";
import { describe, expect } from "vitest";
import { expectComplaint, test, type Workplace } from "./support/hankel.ts";

const LOG = "session,event\n1,a\n2,a\n1,b\n2,b\n1,a\n2,b\n3,c\n";

async function model(place: Workplace): Promise<string> {
  const coin = toWdfsa(fromExpression("(<0.5>a|<0.25>b<1>a)*<0.25>", real));
  return place.write("model.json", writeHankel(coin));
}

describe.concurrent("anomalies", () => {
  test("are a table, the worst first", async ({ place }) => {
    await model(place);
    await place.write("log.csv", LOG);
    const { code, stdout, stderr } = await place.run(["anomalies", "model.json", "log.csv"]);
    expect(code).toBe(0);
    expect(stderr).toContain("read 7 events in 3 sessions over 3 symbols\n");
    expect(
      stdout,
    ).toBe(`3 traces, 2 leave the model; perplexity infinite; the others have 1.250 bits per event in the mean

session  place      events  bits per event  leaves      most surprising
3        log.csv:8  1       ∞               at event 1  event 1: c, expected a or b or (end)
2        log.csv:3  3       ∞               at event 3  event 3: b, expected a
1        log.csv:2  3       1.250           -           event 2: b (2.0 bits), expected a or b or (end)
`);
    const limited = await place.run(["anomalies", "model.json", "log.csv", "--limit", "1", "-q"]);
    expect(limited.stderr).toBe("");
    expect(limited.stdout.trimEnd().split("\n").length).toBe(4);
  });

  test("are JSON lines", async ({ place }) => {
    await model(place);
    await place.write("log.csv", LOG);
    const { stdout } = await place.run(["anomalies", "model.json", "log.csv", "--jsonl", "-q"]);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ session }) => session)).toEqual(["3", "2", "1"]);
    expect(lines[1]).toEqual({
      trace: 2,
      session: "2",
      place: "log.csv:3",
      events: 3,
      score: null,
      leaves: 3,
      worst: { event: 3, came: "b", bits: null, expected: ["a"] },
    });
  });

  test("say what is wrong", async ({ place }) => {
    await model(place);
    await place.write("log.csv", LOG);
    expectComplaint(await place.run(["anomalies", "model.json", "gone.csv"]), 2, "cannot read gone.csv");
    expectComplaint(
      await place.run(["anomalies", "model.json", "log.csv", "--event", "name"]),
      2,
      'log.csv:1:1: there is no column "name" (--event); the columns are "session", "event"',
    );
    expectComplaint(await place.run(["anomalies", "model.json"]), 2, "files");
  });
});
