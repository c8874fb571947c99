import {
  acceptedWords,
  HankelError,
  type LogOptions,
  LogReader,
  rational,
  tropical,
  understood,
} from "@hankel/core";
import { describe, expect, test } from "vitest";
import { labels, outputs, read, refusal, words } from "./reading.ts";

describe("words on lines", () => {
  test("are symbols between blanks; an empty line is the empty word", () => {
    const log = read("log.txt", "b a\r\n\r\n  a   a\n");
    expect(words(log)).toEqual(["b a", "", "a a"]);
    expect(log.sample.kind).toBe("words");
    expect(log.sample.alphabet.symbols).toEqual(["a", "b"]);
    expect(log.sample.place?.(2)).toBe("log.txt:3");
  });

  test("may be JSON arrays, whose symbols may hold blanks", () => {
    expect(words(read("log.txt", '["log in","x"]\nx\n'))).toEqual(["log in x", "x"]);
  });

  test("may have a byte order mark", () => {
    expect(words(read("log.txt", "\ufeffa b\n"))).toEqual(["a b"]);
  });

  test("may be words of letters", () => {
    expect(words(read("log.txt", "abba\n\nba\n", { letters: true }))).toEqual(["a b b a", "", "b a"]);
  });

  test("may have signs in front, as StaMinA's have", () => {
    const log = read("train.txt", "+ 0 1\n- 1\n? 0\n+\n");
    expect(words(log)).toEqual(["0 1", "1", "0", ""]);
    expect(labels(log)).toEqual([1, 0, -1, 1]);
  });

  test("of one symbol each are remarked on", () => {
    expect(read("log.txt", "open\nclose\nopen\n").remarks[0]).toContain("every line has one symbol");
  });
});

describe("the samples of competitions", () => {
  test("of PAutomaC and SPiCe, by content or by ending", () => {
    for (const name of ["1.train", "1.dat"]) {
      const log = read(name, "3 4\n2 0 1\n0\n3 2 2 1\n");
      expect(words(log)).toEqual(["0 1", "", "2 2 1"]);
      expect(log.sample.alphabet.symbols).toEqual(["0", "1", "2", "3"]);
    }
  });

  test("of Abbadingo and StaMinA", () => {
    const log = read("1_training.txt", "3 11\n1 2 10 1\n0 0\n-1 1 2\n");
    expect(words(log)).toEqual(["10 1", "", "2"]);
    expect(labels(log)).toEqual([1, 0, -1]);
    expect(log.sample.alphabet.symbols.at(-1)).toBe("10");
    expect(log.sample.place?.(1)).toBe("1_training.txt:3");
  });

  test("that are cut off say so", () => {
    expect(refusal("1.dat", "3 2\n1 1 0\n1 2 0 1\n")).toBe("4:1: 3 words are announced, but there are 2");
  });
});

describe("tables", () => {
  const MIXED =
    "case;activity;timestamp\n1;open;2026-01-01T10:00:00\n2;open;2026-01-01T10:00:01\n1;close;2026-01-01T10:00:02\n";

  test("have their events in sessions, by columns whose names leave no doubt", () => {
    const log = read("log.csv", MIXED);
    expect(words(log)).toEqual(["open close", "open"]);
    expect(log.nameOf(0)).toBe("1");
    expect(log.sample.place?.(1)).toBe("log.csv:3");
    expect(log.remarks).toEqual([
      'columns by their names: --event "activity", --session "case", --time "timestamp"',
    ]);
  });

  test("are recognized without their ending, and with tabs, CR LF and a byte order mark", () => {
    const text = `\ufeff${MIXED.replaceAll(";", "\t").replaceAll("\n", "\r\n")}`;
    expect(words(read("log.txt", text))).toEqual(["open close", "open"]);
  });

  test("may quote their cells, also over several lines", () => {
    const log = read("log.csv", 'session,event\n1,"say ""hi"", then\nleave"\n"1" , plain \n');
    expect(log.sample.alphabet.symbols).toEqual(["plain", 'say "hi", then\nleave']);
    expect(words(log)).toEqual(['say "hi", then\nleave plain']);
  });

  test("have inputs and outputs: a Mealy machine", () => {
    const log = read("log.csv", "session,input,output\n1,coin,-\n2,coin,-\n1,button,tea\n");
    expect(words(log)).toEqual(["coin button", "coin"]);
    expect(outputs(log)).toEqual(["- tea", "-"]);
  });

  test("may have outputs that are empty", () => {
    const log = read("log.csv", "session,input,output\n1,coin,\n1,button,tea\n");
    expect(log.sample.kind === "mealy" && log.sample.outputs.symbols).toEqual(["", "tea"]);
    expect(outputs(log)).toEqual([" tea"]);
  });

  test("of a Moore machine may say its first output", () => {
    const log = read("log.csv", "session,input,output\n1,,off\n1,press,on\n2,press,on\n", {
      machine: "moore",
    });
    expect(words(log)).toEqual(["press", "press"]);
    expect(outputs(log)).toEqual(["off on", "? on"]);
  });

  test("have labels of sessions", () => {
    const log = read("log.csv", "session,event,label\n1,a,\n1,b,yes\n2,a,no\n3,b,?\n");
    expect(labels(log)).toEqual([1, 0, -1]);
  });

  test("may have a word on each line, with a label, a weight or a count", () => {
    expect(labels(read("w.csv", "word,label\na b,+\n,-\n"))).toEqual([1, 0]);
    const { sample } = read("w.csv", "word,weight\na b,1/2\n,3\n");
    if (sample.kind !== "weighted") throw new Error(sample.kind);
    expect(sample.weights.map((weight) => rational.format(weight as never))).toEqual(["1/2", "3"]);
    expect([...(read("w.csv", "word,count\na b,10\n,3\n").sample.counts ?? [])]).toEqual([10, 3]);
    const traces = read("w.csv", "word,output\ncoin coin,- tea\n");
    expect(outputs(traces)).toEqual(["- tea"]);
  });

  test("without names have numbers of columns", () => {
    const log = read("log.csv", "x,1,open\nx,2,open\nx,1,close\n", { columns: { session: "2", event: "3" } });
    expect(words(log)).toEqual(["open close", "open"]);
    const first = read("log.csv", "1,open\n2,open\n1,close\n", { columns: { session: "1", event: "2" } });
    expect(words(first)).toEqual(["open close", "open"]);
    expect(words(read("log.csv", "1,2\nx,open\n", { columns: { session: "1", event: "2" } }))).toEqual([
      "open",
    ]);
  });

  test("whose times are out of order are sorted, and that is said", () => {
    const log = read("log.csv", "session,event,time\n1,c,3\n1,a,1\n2,x,9\n1,b,2\n2,y,9\n");
    expect(words(log)).toEqual(["a b c", "x y"]);
    expect(log.remarks.slice(-2)).toEqual([
      "2 events came later in the file than in time, first at log.csv:3: sorted by time",
      "1 event is at the same time as the one before in the session: the order of the lines decides",
    ]);
  });

  test("know time zones", () => {
    const text = "session,event,time\n1,b,2026-01-01T12:00:00+02:00\n1,a,2026-01-01T09:59:59.5Z\n";
    expect(words(read("log.csv", text))).toEqual(["a b"]);
  });

  test("without sessions are one session, and that is said", () => {
    const log = read("log.csv", "event,who\na,x\nb,y\n");
    expect(words(log)).toEqual(["a b"]);
    expect(log.remarks.at(-1)).toContain('the columns are "event", "who"');
  });

  test("of several files share their sessions", () => {
    const logs = new LogReader();
    logs.read("monday.csv", "session,event\n1,a\n2,a\n");
    logs.read("tuesday.csv", "session,event\n1,b\n3,c\n");
    const log = logs.end();
    expect(words(log)).toEqual(["a b", "a", "c"]);
    expect(log.sample.place?.(2)).toBe("tuesday.csv:3");
    expect(log.remarks.at(-1)).toBe("1 session has events in more than one file: each is one session");
  });
});

describe("tables are refused with the place", () => {
  test.each([
    [
      "a column that is not there",
      "a,b\n1,2\n",
      { columns: { event: "activity" } },
      '1:1: there is no column "activity" (--event); the columns are "a", "b"',
    ],
    [
      "no column of events",
      "case,b\n1,2\n",
      {},
      '1:1: no column is called event, activity or input: name the one with the symbols by --event; the columns are "case", "b"; if the first line holds no names, columns have numbers: --session 1 --event 2',
    ],
    [
      "a row with too few cells",
      "session,event\n1,a\n2\n",
      {},
      "3:1: expected 2 columns as in the first line, found 1",
    ],
    [
      "a quote that is not closed",
      'session,event\n1,a\n2,"b\n3,c\n',
      {},
      "3:3: a quoted cell that starts here does not end",
    ],
    [
      "an event without a name",
      "session,event\n1,\n",
      {},
      "2:3: expected the name of an event, found nothing",
    ],
    [
      "an event without a session",
      "session,event\n,a\n",
      {},
      "2:1: expected the name of a session, found nothing",
    ],
    [
      "another label",
      "session,event,label\n1,a,maybe\n2,a,yes\n",
      {},
      '2:5: expected a label, 1 or 0, true or false, yes or no, accept or reject, + or -, and ? for an unknown one; found "maybe"; --label none leaves the column out',
    ],
    [
      "two labels of a session",
      "session,event,label\n1,a,1\n1,b,0\n",
      {},
      'the session "1" is labelled 1 at log.csv:2 and 0 at log.csv:3',
    ],
    [
      "a word and an event",
      "a,b\n1,2\n",
      { columns: { word: "a", event: "b" } },
      "1:1: a line holds a word (--word) or an event (--event, --input), not both",
    ],
    [
      "only the names of the columns",
      "session,event\n",
      {},
      "expected words or events to learn from; there are none",
    ],
    [
      "a weight that is none",
      "word,weight\na,heavy\n",
      {},
      '2:3: "heavy" is not a weight of rational: expected a rational number such as "3", "-1/2", "0.125" or "1e-3"; --semifield says what weights are; --weight none leaves the column out',
    ],
  ] as const)("%s", (_what, text, options, message) => {
    expect(refusal("log.csv", text, options)).toContain(message);
  });
});

describe("JSON lines", () => {
  test("hold events", () => {
    const text =
      '{"session":"s1","event":"log in","time":1}\n{"time":0,"event":"start","session":"s1","more":{"a":[1]}}\n';
    const log = read("log.jsonl", text);
    expect(words(log)).toEqual(["start log in"]);
    expect(log.remarks[0]).toBe(
      'members by their names: --event "event", --session "session", --time "time"',
    );
  });

  test("hold inputs and outputs", () => {
    const log = read(
      "log.jsonl",
      '{"case":1,"input":"coin","output":0}\n{"case":1,"input":"button","output":"tea"}\n',
    );
    expect(words(log)).toEqual(["coin button"]);
    expect(outputs(log)).toEqual(["0 tea"]);
  });

  test("hold whole words", () => {
    expect(words(read("log.jsonl", '["a","b"]\n[]\n'))).toEqual(["a b", ""]);
    expect(labels(read("x", '{"word":["a"],"label":true}\n{"word":[],"label":false}\n'))).toEqual([1, 0]);
    expect(labels(read("x", '{"trace":["a"],"label":1}\n{"trace":["b"]}\n'))).toEqual([1, -1]);
    const traces = read("x", '{"inputs":["coin"],"outputs":["-"]}\n{"inputs":["coin"],"outputs":["-"]}\n');
    expect(outputs(traces)).toEqual(["-", "-"]);
    const moore = read("x", '{"inputs":["press"],"outputs":["off","on"]}\n', { machine: "moore" });
    expect(outputs(moore)).toEqual(["off on"]);
    const { sample } = read("x", '{"word":["a"],"weight":"0.5"}\n', { algebra: tropical });
    expect(sample.kind === "weighted" && tropical.format(sample.weights[0] as never)).toBe("1/2");
  });

  test("may be a journal", () => {
    const header =
      '{"journal":"hankel/1","algorithm":1,"learner":"tree","semifield":"boolean","alphabet":["a"],"options":{},"seed":1}';
    const log = read(
      "run.jsonl",
      `${header}\n{"word":["a"],"weight":"1"}\n{"word":[],"weight":"0"}\n{"conjecture":1,"states":1,"hash":"x","counterexample":null}\n`,
    );
    expect(words(log)).toEqual(["a", ""]);
    expect(labels(log)).toEqual([1, 0]);
    const machine = header.replace('"semifield":"boolean"', '"machine":"moore"');
    expect(outputs(read("run.jsonl", `${machine}\n{"word":["a"],"outputs":["off","on"]}\n`))).toEqual([
      "off on",
    ]);
  });

  test.each([
    [
      "a line that is no JSON",
      '{"event":"a"}\n{"event":\n',
      "2:10: expected a value, found the end of the text",
    ],
    ["a member that is not there", '{"a":"x"}\n', "no member is called event"],
    [
      "an event without a name",
      '{"session":1,"event":"a"}\n{"session":1}\n',
      '2:1: "event": expected the name of an event, found nothing',
    ],
    [
      "other numbers of inputs and outputs",
      '{"input":["a","b"],"output":["x"]}\n',
      '1:1: "input": 2 inputs need as many outputs, or one more in front, and there are 1',
    ],
    ["an automaton", '{"format":"hankel/1","states":1}\n', "1:1: this is an automaton, and no log"],
  ])("are refused with the place: %s", (_what, text, message) => {
    expect(refusal("log.jsonl", text)).toContain(message);
  });
});

describe("XES", () => {
  const event = (name: string, time: string) =>
    `<event><string key="concept:name" value="${name}"/><date key="time:timestamp" value="${time}"/><list key="x"><string key="concept:name" value="nested"/></list></event>`;
  const XES = `<?xml version="1.0" encoding="UTF-8"?>
<!-- a log > of two -->
<log xes.version="1.0"><global scope="event"><string key="concept:name" value="none"/></global>
<trace><string key="concept:name" value="case 1"/>
${event("a &amp; b", "2026-01-01T10:00:00.000+01:00")}
${event("c", "2026-01-01T08:00:00.000Z")}
</trace>
<trace><string key="concept:name" value='case 1'/>${event("c", "2026-01-01T08:00:00Z")}</trace>
<trace/>
</log>`;

  test.each(["log.xes", "log"])("is read from pieces of any size: %s", (name) => {
    for (const piece of [1, 5, 64, 10_000]) {
      const log = read(name, XES, {}, piece);
      expect(words(log).toSorted()).toEqual(["", "c", "c a & b"]);
      expect(log.remarks.at(-1)).toContain("sorted by time");
    }
  });

  test("may take other attributes", () => {
    expect(words(read("log.xes", XES, { columns: { event: "time:timestamp" } })).length).toBe(3);
    expect(refusal("log.xes", XES, { columns: { event: "name" } })).toBe(
      '1:1: there is no attribute "name" (--event); the attributes are "case:concept:name", "concept:name", "time:timestamp"',
    );
  });

  test.each([
    ["a tag that does not end", "<log><trace", "1:6: a tag that starts here does not end"],
    ["an element that does not end", "<log><trace></trace>", '1:21: the element "log" does not end'],
    ["another document", "<html></html>", '1:1: expected the element log of XES, found "html"'],
    ["no traces", "<log></log>", "expected traces"],
    ["a document type", "<!DOCTYPE log><log></log>", "1:1: a document type is not read here"],
    ["crossed tags", "<log><trace></log>", "expected </trace>, found </log>"],
  ])("is refused with the place: %s", (_what, text, message) => {
    expect(refusal("log.xes", text)).toContain(message);
  });
});

describe("what is no log is refused", () => {
  test("an empty file", () => {
    expect(refusal("log.txt", "")).toBe("1:1: the file is empty; expected words or events");
  });

  test.each([
    [[0x61, 0x0a, 0xc3, 0xa4, 0x00], "2:2: this is no text: it holds a zero byte"],
    [[0x1f, 0x8b, 8, 0], "gunzip"],
    [[0x50, 0x4b, 3, 4, 0], "save the table as CSV"],
    [[0xff, 0xfe, 0x61, 0], "UTF-16"],
    [[0x61, 0x20, 0x62, 0x0a, 0x61, 0x20, 0xff, 0x0a], "2:3: not UTF-8 text"],
  ])("bytes %j", (bytes, message) => {
    expect(refusal("log.txt", Uint8Array.from(bytes))).toContain(message);
  });

  test("bytes in a table that are not UTF-8, with their place", () => {
    const bytes = Uint8Array.from([...new TextEncoder().encode("session,event\n1,b"), 0xfe, 0x0a]);
    expect(refusal("log.csv", bytes)).toContain("2:4: not UTF-8 text");
  });

  test.each([
    ["log.txt", "a b\n", "words"],
    ["log.txt", "+ a b\n", "signed"],
    ["log.train", "1 1\n1 0\n", "samples"],
    ["log.a", "1 1\n1 1 0\n", "abbadingo"],
  ])("columns of a file that has none: %s %j", (name, text, format) => {
    expect(refusal(name, text, { columns: { label: "x" } })).toContain(
      `1:1: --label names a column, and this file has none: it is read as --format ${format}`,
    );
  });

  test("symbols that hardly repeat are questioned, not learned", () => {
    const lines = Array.from({ length: 36_270 }, (_, i) => `line${i % 36_000}\n`).join("");
    expect(refusal("log.txt", lines)).toBe(
      "36,000 distinct symbols in 36,270 events: is each line a word of letters (--letters), or a row of a table (--format table, with --session and --event)? --max-symbols 36000 learns from it as it is",
    );
    const rows = `session,event\n${Array.from({ length: 5000 }, (_, i) => `1,${i % 1200}\n`).join("")}`;
    expect(refusal("log.csv", rows)).toContain("--max-symbols 1200 learns from it as it is");
    expect(read("log.csv", rows, { maxSymbols: 1200 }, 1000).events).toBe(5000);
  });
});

test("a million events of a table are read in a few seconds", () => {
  const logs = new LogReader();
  const reader = logs.file("log.csv");
  reader.push(new TextEncoder().encode("session,event,time\n"));
  const rows = Array.from({ length: 10_000 }, (_, i) => `s${i % 997},e${i % 14},${i}\n`).join("");
  const chunk = new TextEncoder().encode(rows);
  for (let i = 0; i < 100; i++) reader.push(chunk);
  reader.end();
  expect(logs.end().events).toBe(1_000_000);
});

test("the columns of a table or of JSON objects are known, even if none of them can be used", () => {
  const columns = (name: string, text: string, options: LogOptions = {}) => {
    const logs = new LogReader(options);
    try {
      logs.read(name, text);
    } catch (error) {
      if (!(error instanceof HankelError)) throw error;
    }
    return logs.columns;
  };
  expect(columns("a.csv", "case,activity,who\n1,open,me\n")).toEqual({
    names: ["case", "activity", "who"],
    found: { session: "case", event: "activity" },
  });
  expect(columns("a.csv", "from;what\n1;open\n")).toEqual({ names: ["from", "what"], found: {} });
  const named = { columns: { event: "what", session: "from" } };
  expect(columns("a.csv", "from;what\n1;open\n", named)?.found).toEqual({ event: "what", session: "from" });
  expect(columns("a.jsonl", '{"who": 1, "what": "open"}\n')?.names).toEqual(["who", "what"]);
  expect(columns("a.jsonl", '{"word": ["a"], "label": true}\n')?.found).toEqual({
    word: "word",
    label: "label",
  });
  expect(columns("a.txt", "a b\nb\n")).toBeUndefined();
});

test("what was understood is said in a sentence; the accepted words alone are words that occurred", () => {
  const log = read("a.txt", "+ a b\n- a\n? b\n+\n");
  expect(understood(log)).toEqual([
    "read 4 events in 4 words over 2 symbols, 2 labelled 1, 1 labelled 0, 1 without a label",
  ]);
  if (log.sample.kind !== "labelled") throw new Error(log.sample.kind);
  const sample = acceptedWords(log.sample);
  expect(sample && words({ ...log, sample })).toEqual(["a b", ""]);
  expect(acceptedWords({ ...log.sample, labels: Int8Array.of(0, 0, -1, 0) })).toBeUndefined();
});
