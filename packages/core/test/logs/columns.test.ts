/** What the columns of a log mean is decided once, by the first records, and said; what may be something else is never read in silence. */

import { boolean, type LogOptions, tropical, understood } from "@hankel/core";
import { describe, expect, test } from "vitest";
import { labels, outputs, read, refusal, words } from "./reading.ts";

const lines = (...texts: readonly string[]) => `${texts.join("\n")}\n`;
const times = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i));

describe("labels in files of words", () => {
  test("a line without one among labelled lines is refused, wherever it is", () => {
    const signed = lines(...times(200, (i) => `${i % 3 === 0 ? "+" : "-"} a b`));
    const bad = signed.replace(/^(?:.*\n){100}/u, (start) => `${start}x a b\n`);
    expect(refusal("log.txt", bad)).toContain("101:1: expected a label, + or - or ?, in front of the word");
    expect(refusal("log.txt", lines("+ a b", "x a b", "- b"))).toContain("2:1: expected a label");
    expect(words(read("log.txt", lines("+ a b", "x a b", "- b"), { format: "words" }))[0]).toBe("+ a b");
  });

  test("may stand behind the words", () => {
    const log = read("log.txt", lines("a b +", "a -", "-", "b ?"));
    expect(words(log)).toEqual(["a b", "a", "", "b"]);
    expect(labels(log)).toEqual([1, 0, 0, -1]);
  });

  test.each([
    ["1 and 0 in front", ["1 a b", "0 a", "1 b"], "begins with 1 or 0", [1, 0, 1]],
    ["words", ["accept a b", "reject a", "accept b"], "begins with accept or reject", [1, 0, 1]],
    ["signs without a blank", ["+a b", "-a", "+b"], "begins with + or -", [1, 0, 1]],
    ["1 and 0 behind", ["a b 1", "a 0", "b 1"], "ends with 1 or 0", [1, 0, 1]],
  ])("%s may be labels, which is remarked, and read if somebody says so", (_what, texts, remark, found) => {
    const log = read("log.txt", lines(...texts));
    expect(log.sample.kind).toBe("words");
    expect(log.remarks).toEqual([`every line ${remark}: if these are labels, --format signed reads them`]);
    const signed = read("log.txt", lines(...texts), { format: "signed" });
    expect(labels(signed)).toEqual(found);
    expect(words(signed)).toEqual(["a b", "a", "b"]);
  });

  test("words over two symbols begin with one of them: nothing is remarked", () => {
    expect(read("log.txt", lines("1 0 0", "0 1", "1 1 0")).remarks).toEqual([]);
    expect(read("log.txt", lines("yes a", "maybe b", "no b")).remarks).toEqual([]);
  });

  test("inputs with their outputs are remarked, and read if somebody says so", () => {
    const text = lines("coin/ok button/tea", "button/", "coin/ok");
    expect(read("log.txt", text).remarks).toContain(
      'every symbol has a "/" in it: if it stands between inputs and outputs, --format runs reads them',
    );
    const log = read("log.txt", lines("coin/ok button/tea", "button/ a/b/c look"), { format: "runs" });
    expect(words(log)).toEqual(["coin button", "button a/b look"]);
    expect(outputs(log)).toEqual(["ok tea", " c ?"]);
  });
});

describe("members of objects", () => {
  test("count also if the first object lacks them", () => {
    const text = lines('{"word":["a"]}', ...times(20, (i) => `{"word":["a"],"label":${i % 2 === 0}}`));
    expect(labels(read("log.jsonl", text)).slice(0, 3)).toEqual([-1, 1, 0]);
    const events = lines(
      '{"session":1,"input":"boot"}',
      '{"session":1,"input":"coin","output":"ok"}',
      '{"session":1,"input":"coin","output":null}',
    );
    expect(outputs(read("log.jsonl", events))).toEqual(["? ok ?"]);
  });

  test("that come too late to be found are remarked with their place, and read if they are named", () => {
    const text = lines(...times(1200, () => '{"word":["a"]}'), '{"word":["a"],"label":true,"other":1}');
    const log = read("log.jsonl", text, {}, 1000);
    expect(log.sample.kind).toBe("words");
    expect(log.remarks.at(-1)).toBe(
      'the member "label" occurs first at log.jsonl:1201, too late to be found by its name: --label "label" reads it',
    );
    const named = read("log.jsonl", text, { columns: { label: "label" } }, 1000);
    expect(labels(named).slice(-2)).toEqual([-1, 1]);
  });

  test("that are null in a list of outputs are not known", () => {
    const text = lines(
      '{"input":["a","b"],"output":[null,"x"]}',
      '{"input":["a","b"],"output":["y",null]}',
      '{"input":["a"],"output":[null]}',
    );
    expect(outputs(read("log.jsonl", text))).toEqual(["? x", "y ?", "?"]);
    expect(refusal("log.jsonl", '{"word":["a",null]}\n')).toContain("one of them is null");
  });

  test("of members have dots in their names", () => {
    const text = lines(
      '{"trace_id":1,"@timestamp":"2026-01-01T00:00:01Z","event":{"action":"b","kind":"x"}}',
      '{"trace_id":1,"@timestamp":"2026-01-01T00:00:00Z","event":{"action":"a"}}',
    );
    const log = read("log.jsonl", text);
    expect(words(log)).toEqual(["a b"]);
    expect(log.remarks[0]).toBe(
      'members by their names: --event "event.action", --session "trace_id", --time "@timestamp"',
    );
    expect(words(read("log.jsonl", text, { columns: { event: "event.kind+event.action" } }))).toEqual([
      "a x+b",
    ]);
    expect(refusal("log.jsonl", text, { columns: { event: "event" } })).toContain(
      '1:1: "event" (--event) is an object: --event event.action names a member of it',
    );
  });

  test("of objects in a list are a word", () => {
    const text = lines(
      '{"id":1,"events":[{"input":"coin","output":"ok"},{"input":"tea","output":null},{"input":"coin"}]}',
      '{"id":2,"events":[]}',
      '{"id":3,"data":{},"events":[{"input":"tea","output":"-","more":[1,[2]]}]}',
    );
    const log = read("log.jsonl", text);
    expect(words(log)).toEqual(["coin tea coin", "", "tea"]);
    expect(outputs(log)).toEqual(["ok ? ?", "", "-"]);
  });
});

describe("JSON that is not in lines", () => {
  const EVENTS = [
    { case: 1, event: "a", x: { y: ["}"] } },
    { case: 2, event: 'b\\"]' },
    { case: 1, event: "c" },
  ];

  test.each([
    ["an array on one line", JSON.stringify(EVENTS)],
    ["an array on many lines", JSON.stringify(EVENTS, null, 2)],
    ["objects on many lines", EVENTS.map((event) => JSON.stringify(event, null, 2)).join("\n")],
    ["a byte order mark in front", `\ufeff${JSON.stringify(EVENTS, null, 1)}\n`],
  ])("is read: %s", (_what, text) => {
    for (const name of ["log.json", "log"])
      for (const piece of [1, 3, 1000]) expect(words(read(name, text, {}, piece))).toEqual(["a c", 'b\\"]']);
  });

  test("may hold arrays: words of texts, or the cells of rows", () => {
    expect(words(read("log.json", '[["a","b"],[],["a"]]'))).toEqual(["a b", "", "a"]);
    expect(words(read("log.json", '[\n"a",\n"b"\n]'))).toEqual(["a b"]);
    const pairs = lines('[["coin","ok"],["tea",1]]', '[["tea","-"]]');
    const log = read("log.jsonl", pairs, { columns: { input: "1", output: "2" } });
    expect(words(log)).toEqual(["coin tea", "tea"]);
    expect(outputs(log)).toEqual(["ok 1", "-"]);
  });

  test.each([
    ['[\n {"event": "a"},\n {"event": }\n]', "3:12: expected a value"],
    ['[\n {"event": "a"}', "1:1: an array that starts here does not end"],
    ['[{"event": "a"}] 1', "1:18: expected the end of the file behind its array"],
    ['{"event": "a"\n', "1:1: a value that starts here does not end"],
    ['[\n{"event": "a"}\n, 3]', "3:3: expected an object or an array"],
  ])("is refused with the place: %j", (text, message) => {
    for (const piece of [1, 1000]) expect(() => read("log.json", text, {}, piece)).toThrow();
    expect(refusal("log.json", text)).toContain(message);
  });
});

describe("what is named is read, or refused", () => {
  const XES = `<log><trace><string key="concept:name" value="1"/><string key="ok" value="true"/>${["a", "b"]
    .map(
      (name) =>
        `<event><string key="concept:name" value="${name}"/><string key="who" value="w${name}"/><string key="lifecycle:transition" value="${name === "a" ? "start" : "complete"}"/></event>`,
    )
    .join("")}</trace></log>`;

  test.each([
    [
      "log.xes",
      XES,
      { label: "nosuch" },
      'there is no attribute "nosuch" (--label); the attributes are "case:concept:name", "case:ok"',
    ],
    ["log.xes", XES, { session: "nosuch" }, 'there is no attribute "nosuch" (--session)'],
    [
      "log.jsonl",
      '{"word":["a"],"label":true}\n',
      { label: "nosuch" },
      'there is no member "nosuch" (--label); the members are "word", "label"',
    ],
    ["log.jsonl", '{"word":["a"]}\n', { weight: "nosuch" }, 'there is no member "nosuch" (--weight)'],
    [
      "log.jsonl",
      '{"input":["a"],"output":["b"]}\n',
      { output: "nosuch" },
      'there is no member "nosuch" (--output)',
    ],
    [
      "log.jsonl",
      '{"word":["a"],"id":"x"}\n',
      { session: "id" },
      "--session is about events on lines of their own",
    ],
    [
      "log.jsonl",
      '["a"]\n',
      { label: "x" },
      "--label names a member of objects, and the values of this file are arrays",
    ],
    [
      "log.csv",
      "session,event,w\n1,a,3\n",
      { weight: "w" },
      "--weight is about whole words, one on each line (--word)",
    ],
    [
      "log.csv",
      "session,what\n1,a\n",
      { input: "what" },
      "--input names the inputs of a machine, and no column holds outputs",
    ],
    ["log.csv", "a,b\n1,2\n", { event: "a", input: "b" }, "not by both"],
    ["log.csv", "case~event\n1~a\n", {}, "--delimiter says what stands between columns"],
  ])("%s %j %j", (name, text, columns, message) => {
    expect(refusal(name, text, { columns })).toContain(message);
  });

  test("attributes of XES, also those of traces, and several as one", () => {
    expect(labels(read("log.xes", XES, { columns: { label: "ok" } }))).toEqual([1]);
    expect(words(read("log.xes", XES, { columns: { session: "who" } }))).toEqual(["a", "b"]);
    expect(words(read("log.xes", XES, { columns: { event: "concept:name+lifecycle:transition" } }))).toEqual([
      "a+start b+complete",
    ]);
    expect(read("log.xes", XES).remarks.at(-1)).toBe(
      'an activity has several events ("start", "complete"), which count as the same symbol: --event "concept:name+lifecycle:transition" tells them apart',
    );
  });

  test("columns of tables, several as one, and those of a table without names", () => {
    const text = "day,user,page,kind\n1,u,home,x\n2,u,item,y\n1,u,item,x\n";
    expect(words(read("log.csv", text, { columns: { session: "user+day", event: "page+kind" } }))).toEqual([
      "home+x item+x",
      "item+y",
    ]);
    expect(words(read("log.csv", "u,a\nu,b\n", { columns: { session: "1", event: "2" } }))).toEqual(["a b"]);
  });
});

describe("a column is found by its name if its values fit, and can be left out", () => {
  const FREE = "case,activity,label\n1,a,Door opened\n1,b,Door closed\n";

  test("labels", () => {
    const log = read("log.csv", FREE);
    expect(log.sample.kind).toBe("words");
    expect(log.remarks).toContain(
      'the column "label" is not read: it holds "Door opened", which is no label; --label names another',
    );
    expect(refusal("log.csv", FREE, { columns: { label: "label" } })).toContain("2:5: expected a label");
    const labelled = "case,activity,label\n1,a,1\n2,b,0\n";
    expect(read("log.csv", labelled).sample.kind).toBe("labelled");
    expect(read("log.csv", labelled, { columns: { label: null } }).sample.kind).toBe("words");
  });

  test("outputs", () => {
    const text = "case,event,response\n1,a,x\n1,b,y\n";
    expect(read("log.csv", text).sample.kind).toBe("mealy");
    expect(read("log.csv", text, { columns: { output: null } }).sample.kind).toBe("words");
    expect(read("log.csv", text, { columns: { input: "event", output: null } }).sample.kind).toBe("words");
  });

  test("times and sessions", () => {
    const text = "session,event,time\n1,b,2\n2,a,1\n";
    expect(words(read("log.csv", text, { columns: { session: null } }))).toEqual(["a b"]);
    expect(words(read("log.csv", text, { columns: { session: null, time: null } }))).toEqual(["b a"]);
    expect(read("log.csv", text, { columns: { session: null } }).remarks).not.toContain("no column says");
  });

  test("weights must be those of the semifield, and counts numbers", () => {
    expect(refusal("log.csv", "word,weight\na,true\n")).toContain(
      "--semifield says what weights are; --weight none",
    );
    expect(read("log.csv", "word,weight\na,true\n", { algebra: boolean }).sample.kind).toBe("weighted");
    expect(refusal("log.csv", "word,weight\na,1\na,Infinity\n")).toContain("3:3");
    expect(read("log.csv", "word,weight\na,1\na,Infinity\n", { algebra: tropical }).sample.kind).toBe(
      "weighted",
    );
    expect(read("log.csv", "word,count\na,often\n").remarks.at(-1)).toContain(
      'holds "often", which is no count',
    );
    expect(refusal("log.csv", "word,count\na,1\nb,2\nc,0\n")).toContain(
      "4:3: expected how often the word occurred",
    );
  });

  test("the first of two columns of one name is read, and that is said", () => {
    expect(read("log.csv", "case,event,event\n1,a,b\n").remarks).toContain(
      '2 columns are called "event": the first one is read',
    );
  });
});

describe("what is learned follows from the data", () => {
  test("one output more than inputs makes a Moore machine", () => {
    const traces = lines('{"input":["a"],"output":["x","y"]}', '{"input":[],"output":["x"]}');
    const log = read("log.jsonl", traces);
    expect(log.sample.kind).toBe("moore");
    expect(log.remarks).toContain(
      "2 of 2 traces have an output before the first input: read as those of a Moore machine",
    );
    expect(read("log.csv", "run,input,output\n1,,x\n1,a,y\n").sample.kind).toBe("moore");
    const some = lines(
      ...times(3, () => '{"input":["a"],"output":["y"]}'),
      '{"input":["a"],"output":["x","y"]}',
    );
    const mealy = read("log.jsonl", some);
    expect(mealy.sample.kind).toBe("mealy");
    expect(mealy.remarks).toContain(
      "1 of 4 traces has an output before the first input, which a Mealy machine has not: left out (--kind moore keeps it)",
    );
    expect(read("log.jsonl", traces, { machine: "mealy" }).sample.kind).toBe("mealy");
  });

  test("whole traces in two columns are words", () => {
    const text = 'input,output\n"a b","x y"\n"a","x"\n"b a","y x"\n';
    const log = read("log.csv", text);
    expect(words(log)).toEqual(["a b", "a", "b a"]);
    expect(log.remarks).toEqual([
      'each line holds a whole trace, as many outputs as inputs between blanks: --word "input" --output "output"',
    ]);
    // Names of two words each are no traces.
    expect(words(read("log.csv", 'input,output\n"log in","all right"\n"log out","good bye"\n'))).toEqual([
      "log in log out",
    ]);
    expect(words(read("log.csv", text, { columns: { session: null, event: "input" } })).length).toBe(1);
  });
});

describe("names that hardly repeat are questioned in every format", () => {
  const NAMES = times(36_000, (i) => `line${i}`);
  const input = (count: number) => times(count, (i) => `${i % 3}`);

  test.each([
    ["log.txt", lines(...NAMES), "is each line a word of letters (--letters)"],
    [
      "log.csv",
      lines("session,event", ...NAMES.map((name, i) => `${i % 9},${name}`)),
      'does "event" hold names of events',
    ],
    ["log.csv", lines("word", ...NAMES), 'does "word" hold names of symbols'],
    [
      "log.jsonl",
      lines(...NAMES.map((name) => `{"session":1,"event":"${name}"}`)),
      'does "event" hold names of events',
    ],
    ["log.jsonl", lines(...NAMES.map((name) => `["${name}"]`)), "is each line a word of letters"],
    ["log.txt", lines(...NAMES.map((name) => `+ ${name}`)), "is each line a word of letters"],
    [
      "log.xes",
      `<log>${NAMES.map((name) => `<trace><event><string key="concept:name" value="${name}"/></event></trace>`).join("")}</log>`,
      'does "concept:name" hold names of events',
    ],
  ])("%s", (name, text, message) => {
    const found = refusal(name, text);
    expect(found).toContain("36,000 distinct symbols in 36,000 events: ");
    expect(found).toContain(message);
    expect(read(name, text, { maxSymbols: 36_000 }, 10_000).events).toBe(36_000);
  });

  test("outputs, too", () => {
    const text = lines("case,event,response", ...input(60).map((event, i) => `${i % 9},${event},text ${i}`));
    expect(refusal("log.csv", text)).toBe(
      '60 distinct outputs in 60 events: does "response" hold what a machine writes, or texts, times and numbers? --output names another column, --output none learns from the events alone, and --max-symbols 60 learns from it as it is',
    );
    expect(read("log.csv", text, { columns: { output: null } }).sample.kind).toBe("words");
  });

  test("far too many are questioned before the end", () => {
    const endless = times(300_000, (i) => String(i)).join("\n");
    const many = `${endless}${"\0".repeat(10)}`;
    expect(() => read("log.txt", many, {}, 100_000)).toThrow(/^2\d\d,\d\d\d distinct symbols/u);
  });
});

describe("what cannot be read may be left out", () => {
  const skip: LogOptions = { skipBad: true };

  test.each([
    [
      "log.csv",
      lines("session,event,label", "1,a,1", "2", "2,b,0", ",z,1", "3,,0", "4,b,maybe", "5,b,1"),
      ["a", "b", "b"],
      4,
      "3: expected 3 columns as in the first line, found 1",
    ],
    [
      "log.csv",
      lines("case,event,time", "1,a,1", "1,b,soon", "1,c,3"),
      ["a c"],
      1,
      '3: expected a time that is written like "1", found "soon"',
    ],
    ["log.txt", lines("+ a", "- b", "x y", "+ b a"), ["a", "b", "b a"], 1, "3: expected a label"],
    [
      "log.jsonl",
      lines('{"event":"a"}', '{"event":', '{"x":1}', '{"event":"b"}'),
      ["a b"],
      2,
      "2: expected a value",
    ],
    [
      "log.jsonl",
      lines('{"word":["a"],"count":1}', '{"word":["q"],"count":0}', '{"word":["b"],"count":2}'),
      ["a", "b"],
      1,
      '2: "count": expected how often',
    ],
  ])("%s %j", (name, text, found, count, why) => {
    const log = read(name, text, skip);
    expect(words(log)).toEqual(found);
    expect(log.remarks.join("\n")).toContain(
      `${count} ${count === 1 ? "line could not be read and is" : "lines could not be read and are"} left out; the first is ${name}:${why}`,
    );
    // What only a line has that was left out is no symbol.
    const used = new Set(found.join(" ").split(" "));
    expect(new Set(log.sample.alphabet.symbols)).toEqual(used);
    expect(refusal(name, text)).toContain("--skip-bad leaves out what cannot be read");
  });

  test("bytes that are not UTF-8, also in names", () => {
    const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
    expect(words(read("log.csv", bytes("session,event\n1,a\n1,caf\xe9\n1,b\n"), skip))).toEqual(["a b"]);
    expect(words(read("log.txt", bytes("a b\na \xff\nb\n"), skip))).toEqual(["a b", "b"]);
    expect(words(read("log.jsonl", bytes('{"event":"a"}\n{"event":"\xff"}\n'), skip))).toEqual(["a"]);
  });

  test("but something must be left", () => {
    expect(refusal("log.csv", "session,event\n1\n2\n", skip)).toBe(
      "nothing could be read; the first reason is log.csv:2: expected 2 columns as in the first line, found 1",
    );
  });
});

describe("tables", () => {
  test("of old Macs end their lines with CR", () => {
    expect(words(read("log.csv", "session,event\r1,a\r1,b\r"))).toEqual(["a b"]);
    expect(read("log.csv", "session,event\r1,a\r1,b\r").sample.place?.(0)).toBe("log.csv:2");
  });

  test("may have other delimiters, and comments in front", () => {
    expect(words(read("log.csv", "case~event\n1~a\n1~b\n", { delimiter: "~" }))).toEqual(["a b"]);
    expect(words(read("log.csv", "# exported\ncase,event\n1,a\n"))).toEqual(["a"]);
    expect(words(read("log.csv", "#,case,event\n7,1,a\n"))).toEqual(["a"]);
  });

  test("whose sessions have one event each are remarked on", () => {
    const text = lines("session,event", ...times(6, (i) => `${i},a`));
    expect(read("log.csv", text).remarks.at(-1)).toContain("every session has one event");
  });
});

test("what was understood names the columns first", () => {
  const log = read("log.csv", "session,event,time\n1,a,23:59\n1,b,00:01\n");
  expect(understood(log)).toEqual([
    "read 2 events in 1 session over 2 symbols",
    'columns by their names: --event "event", --session "session", --time "time"',
    'the times have no date, as "23:59": events are sorted as if all were of one day',
    "1 event came later in the file than in time, first at log.csv:3: sorted by time",
  ]);
});
