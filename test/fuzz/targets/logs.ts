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
  signed: { seeds: ["+ a b\n- a\n? b\n+\n"], scraps: ["+", "-", "?", " ", "a"] },
  samples: { seeds: ["2 3\n3 0 1 2\n0\n"], scraps: ["-1", "99999999999999999999", "1 1", " ", "0"] },
  abbadingo: { seeds: ["3 2\n1 2 0 1\n0 0\n-1 1 1\n"], scraps: ["-1", "99999999999999999999", "1 1", " "] },
  table: {
    seeds: [
      'session,event,time\n1,open,2026-01-01\n2,"say ""hi""\nthere",2026-01-02 10:00:00\n1,close,3\n',
      "case;input;output;label\n1;a;x;yes\n1;b;y;\n",
      "word\tweight\na b\t1/2\n\t3\n",
      "word,count\na b,2\n",
    ],
    scraps: [",", ";", "\t", '"', '""', "session", "event", "output", "time", "maybe", "1e999"],
  },
  jsonl: {
    seeds: [
      '{"session":1,"event":"a","time":3}\n{"session":1,"event":"b","time":2}\n',
      '{"input":["a"],"output":["x"]}\n{"input":["a","b"],"output":["x","y"]}\n',
      '{"word":["a"],"label":true}\n["b"]\n',
      `${HEADER}\n{"word":["a"],"weight":"1"}\n{"word":[],"weight":"0"}\n`,
    ],
    scraps: ["{", "}", "[", "]", ",", ":", '"', "null", '"word"', '"event"', '"weight"', "1e999", "\n"],
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

function read(input: Uint8Array, format: LogFormat, piece: number): string {
  const logs = new LogReader({ format });
  const reader = logs.file("log");
  for (let at = 0; at < input.length; at += piece) reader.push(input.slice(at, at + piece));
  reader.end();
  return shown(logs.end().sample);
}

export const logTargets: readonly Target[] = (Object.keys(MATERIAL) as LogFormat[]).map((format) =>
  target({
    name: `log/${format}`,
    ...MATERIAL[format],
    codes: ["parse", "usage"],
    json: format === "jsonl" ? "lines" : "no",
    read(input) {
      const whole = read(input, format, Math.max(1, input.length));
      const inPieces = read(input, format, Math.max(3, Math.ceil(input.length / 100)));
      if (whole !== inPieces) throw new Error(`${whole} in pieces is ${inPieces}`);
      return whole;
    },
    show: (value) => value,
  }),
);
