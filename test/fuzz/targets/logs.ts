/** Logs as people have them. */

import { type InferSample, type LogFormat, LogReader } from "@hankel/core";
import { type Target, target } from "../target.ts";

const XES =
  '<?xml version="1.0"?>\n<!-- a log -->\n<log><trace><string key="concept:name" value="1"/><event><string key="concept:name" value="a &amp; b"/>' +
  '<date key="time:timestamp" value="2026-01-01T10:00:00Z"/></event></trace><trace/></log>\n';
const HEADER =
  '{"journal":"hankel/1","algorithm":1,"learner":"tree","semifield":"boolean","alphabet":["a"],"options":{},"seed":1}';

/** Valid files of each format, and fragments of its syntax. */
const MATERIAL: Readonly<Record<LogFormat, { seeds: readonly string[]; scraps: readonly string[] }>> = {
  words: { seeds: ["a b a\n\nb\n", '["a b","c"]\n'], scraps: ["a", " ", "[", "]", '"', "\n"] },
  signed: {
    seeds: ["+ a b\n- a\n? b\n+\n", "a b +\na -\n", "+a b\n-a\n", "1 a\n0 b\n"],
    scraps: ["+", "-", "?", " ", "a"],
  },
  runs: {
    seeds: ["coin/click button/tea\n\ncoin/click button/\ncoin\n"],
    scraps: ["/", " ", "\n", "[", '"'],
  },
  samples: { seeds: ["2 3\n3 0 1 2\n0\n"], scraps: ["-1", "99999999999999999999", "1 1", " ", "0"] },
  abbadingo: { seeds: ["3 2\n1 2 0 1\n0 0\n-1 1 1\n"], scraps: ["-1", "99999999999999999999", "1 1", " "] },
  table: {
    seeds: [
      'session,event,time\n1,open,2026-01-01\n2,"say ""hi""\nthere",2026-01-02 10:00:00\n1,close,2026-01-03\n',
      "# a comment\ncase,event,time\n1,a,14/Nov/2023:23:45:01 +0000\n1,b,15/Nov/2023:01:02:03 +0100\n",
      "case,event,date\n1,a,14/11/2023\n1,b,3/4/2023 11:15 pm\n",
      'input,output\n"a b","x y"\n"a","x"\n"b a b","x x x y"\n',
      "session,event\r1,a\r1,b\r",
      "case;input;output;label\n1;a;x;yes\n1;b;y;\n",
      "word\tweight\na b\t1/2\n\t3\n",
      "word,count\na b,2\n",
    ],
    scraps: [
      ",",
      ";",
      "\t",
      '"',
      '""',
      "#",
      "\r",
      "session",
      "event",
      "output",
      "time",
      "label",
      "maybe",
      "1e999",
      "31/02/2023",
      "Nov 14 23:45:01",
      "23:45",
      "11:45 pm",
    ],
  },
  jsonl: {
    seeds: [
      '{"session":1,"event":"a","time":3}\n{"session":1,"event":"b","time":2}\n',
      '{"input":["a"],"output":["x"]}\n{"input":["a","b"],"output":["x","y"]}\n',
      '{"word":["a"],"label":true}\n["b"]\n',
      '[\n {"session":1,"event":{"action":"a"}},\n {"session":1,"event":{"action":"b"}}\n]\n',
      '{"id":1,"events":[{"input":"a","output":"x"},{"input":"b","output":null}]}\n{"id":2,"events":[]}\n',
      '[\n["a","b"],\n["c"]]',
      `${HEADER}\n{"word":["a"],"weight":"1"}\n{"word":[],"weight":"0"}\n`,
    ],
    scraps: [
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "null",
      '[["a","x"]]',
      '"word"',
      '"event"',
      '"weight"',
      "1e999",
      "\n",
    ],
  },
  xes: {
    seeds: [XES],
    scraps: [
      "<",
      ">",
      "/>",
      "</",
      '"',
      "'",
      "&",
      "&#0;",
      "<!--",
      "-->",
      "<![CDATA[",
      "<!DOCTYPE",
      "<event>",
      "<trace>",
    ],
  },
};

/** A sample as a text: equal samples have equal texts. */
function shown({ alphabet, letters, starts, counts, ...rest }: InferSample): string {
  const { place: _place, ...more } = rest;
  return JSON.stringify(
    [alphabet.symbols, [...letters], [...starts], counts && [...counts], more],
    (_key, value) => (typeof value === "bigint" ? String(value) : (value as unknown)),
  );
}

function read(input: Uint8Array, format: LogFormat, piece: number, skipBad: boolean): string {
  // What is left out must leave nothing behind, not even too many symbols.
  const logs = new LogReader({ format, skipBad, maxSymbols: 2 ** 20 });
  const reader = logs.file("log");
  for (let at = 0; at < input.length; at += piece) reader.push(input.slice(at, at + piece));
  reader.end();
  return shown(logs.end().sample);
}

/** Each format, and the same with what cannot be read left out. */
export const logTargets: readonly Target[] = (Object.keys(MATERIAL) as LogFormat[]).flatMap((format) =>
  [false, true].map((skipBad) =>
    target({
      name: skipBad ? `log/${format}/skipping` : `log/${format}`,
      ...MATERIAL[format],
      codes: ["parse", "usage"],
      json: format === "jsonl" ? "lines" : "no",
      read(input) {
        const whole = read(input, format, Math.max(1, input.length), skipBad);
        const inPieces = read(input, format, Math.max(3, Math.ceil(input.length / 100)), skipBad);
        if (whole !== inPieces) throw new Error(`${whole} in pieces is ${inPieces}`);
        return whole;
      },
      show: (value) => value,
    }),
  ),
);
