/** Mapper files: what they say, and what is said about those that are wrong. */

import { readdirSync, readFileSync } from "node:fs";
import { HankelError } from "@hankel/core";
import { readMapper } from "@hankel/teachers";
import { describe, expect, it } from "vitest";
import { Template } from "../src/mapped/template.ts";

const EXAMPLES = new URL("../../../examples/servers/", import.meta.url);

async function problem(text: string): Promise<string> {
  try {
    await readMapper(text);
  } catch (error) {
    if (!(error instanceof HankelError) || error.place === undefined) throw error;
    return `${error.place.line}:${error.place.column}: ${error.message}`;
  }
  throw new Error("it was read");
}

const tcp = (text: string) => `mapper: tcp\ninputs:\n  A: a\n${text}`;
const input = (text: string) => `mapper: tcp\ninputs:\n  A: ${text}`;
const http = (text: string) => `mapper: http\ninputs:\n  A: ${text}`;

describe("a mapper file", () => {
  it("is YAML or JSON", async () => {
    const written = {
      mapper: "tcp",
      ending: "\\r\\n",
      inputs: { A: "a" },
      outputs: ["^(\\d+)"],
      timeout: "1s",
    };
    const mapper = await readMapper(JSON.stringify(written, null, "\t"));
    expect([...mapper.inputs.keys()]).toEqual(["A"]);
    expect(mapper.outputs).toHaveLength(1);
    const yaml = String.raw`
mapper: tcp
ending: \r\n
inputs: { A: a }
outputs: ['^(\d+)']
timeout: 1s`;
    expect(await readMapper(yaml)).toEqual(mapper);
  });

  it("takes names and values as they are written", async () => {
    const mapper = await readMapper("mapper: tcp\ninputs: { 250: 007, no: true, off: 1.50 }");
    const sent = [...mapper.inputs].map(([name, action]) => {
      const template = "bytes" in action ? action.bytes : undefined;
      return [name, template?.text(() => ({ bytes: Buffer.alloc(0), binary: false }))];
    });
    expect(sent).toEqual([
      ["250", "007"],
      ["no", "true"],
      ["off", "1.50"],
    ]);
  });

  const files = readdirSync(EXAMPLES).filter((name) => name.endsWith(".yaml"));
  it.each(files)("%s of the examples can be read", async (name) => {
    const mapper = await readMapper(readFileSync(new URL(name, EXAMPLES), "utf8"));
    expect(mapper.inputs.size).toBeGreaterThan(3);
  });

  it.each([
    ["", "1:1: expected a map with mapper, inputs and outputs, got nothing"],
    ["inputs: {}", "1:1: the key mapper is missing: write mapper: tcp or mapper: http"],
    ["mapper: udp", '1:9: mapper: expected tcp or http, got "udp"'],
    ["mapper: tcp", "1:1: the key inputs is missing: it says what is sent for each input"],
    ["mapper: tcp\ninputs: {}", "2:9: inputs: expected at least one input, got a map"],
    [
      "mapper: tcp\ninputs: [a]",
      "2:9: inputs: expected a map from each input to what is sent for it, got a list",
    ],
    ["mapper: tcp\ninputs: { A: a, A: b }", "2:17: this is no YAML: Map keys must be unique"],
    [tcp("outputss: []"), '4:1: unknown key "outputss"; did you mean outputs?'],
    [
      tcp("colour: red"),
      '4:1: unknown key "colour"; there are mapper, inputs, outputs, values, reset, timeout, connect, ending, quiet, until, closed',
    ],
    [input("{ txet: a }"), '3:8: inputs.A: unknown key "txet"; did you mean text?'],
    [input("{ text: a, hex: 00 }"), "3:6: inputs.A: text and hex: leave one of them out"],
    [
      input("{ silent: true }"),
      "3:6: inputs.A: nothing is sent: write text, hex, close: true, or a timeout to listen for so long",
    ],
    [input("{ text: a, silent: yes }"), '3:25: inputs.A.silent: expected true or false, got "yes"'],
    [
      input("{ hex: 0g }"),
      '3:13: inputs.A.hex: expected bytes in hex, two digits each, as in 10 0c ff; "g" is no digit',
    ],
    [
      input("{ hex: 012 }"),
      "3:13: inputs.A.hex: expected bytes in hex, two digits each, as in 10 0c ff; got 3 digits",
    ],
    [
      input(String.raw`a\q`),
      String.raw`3:6: inputs.A: "\\q" is no escape: there are \r \n \t \0 \xHH, \\ for a backslash and \{ for a brace`,
    ],
    [input("'{{}}'"), "3:6: inputs.A: {{}} is no value: expected {{name}}, {{name + 1}} or {{name:2}}"],
    [
      input("'{{tokn}}'\nvalues: { token: a }"),
      '3:6: inputs.A: {{tokn}}: there is no value "tokn"; did you mean token?',
    ],
    [
      tcp("timeout: 5"),
      '4:10: timeout: expected a time with its unit, from 1ms to 3600s, as in 200ms or 2s, got "5"',
    ],
    [
      tcp("timeout: 0ms"),
      '4:10: timeout: expected a time with its unit, from 1ms to 3600s, as in 200ms or 2s, got "0ms"',
    ],
    [tcp("until: '('"), '4:8: until: "(" is no regular expression: Unterminated group'],
    [tcp("outputs: { a: b }"), "4:10: outputs: expected a list of patterns, got a map"],
    [
      tcp("outputs: [{ status: 200 }]"),
      '4:13: outputs[1]: unknown key "status"; there are text, hex, output',
    ],
    [
      tcp("outputs: [{ text: a, output: '{{2}}' }]"),
      '4:30: outputs[1].output: {{2}}: there is no value "2"; there are step, run, 0, env.NAME',
    ],
    [tcp("values: { run: a }"), "4:16: values.run: run has a meaning already: choose another name"],
    [
      tcp("values: { 1a: a }"),
      "4:15: values.1a: the name of a value has letters, digits and _, and begins with a letter",
    ],
    [tcp("reset: { sned: a }"), '4:10: reset: unknown key "sned"; did you mean send?'],
    [
      tcp("reset: [{ run: a, send: b }]"),
      "4:9: reset[1]: expected one of run, pause, send, greeting in each step",
    ],
    [tcp("reset: [{ run: a, expect: b }]"), "4:27: reset[1].expect: expect stands beside send"],
    [
      http("login"),
      '3:6: inputs.A: expected a request, as in GET /path, or a map with method and path, got "login"',
    ],
    [http("GET login"), '3:6: inputs.A: expected a path that begins with /, got "login"'],
    [http("{ metod: GET }"), '3:8: inputs.A: unknown key "metod"; did you mean method?'],
    [http("{ form: { a: b } }"), "3:6: inputs.A: the path is missing, as in path: /login"],
    [
      http("{ path: GET /x }"),
      '3:14: inputs.A.path: expected a path alone, as in /x, with method: GET beside it, got "GET /x"',
    ],
    [
      http("{ path: /x, form: {}, json: {} }"),
      "3:6: inputs.A: form, json and body: a request has one of them",
    ],
    [
      http("GET /\nreset: { greeting: a }"),
      '4:10: reset: unknown key "greeting"; there are run, pause, request, expect',
    ],
    [
      "mapper: tcp\ninputs:\n  A: [x",
      "3:8: this is no YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
    ],
  ])("says what is wrong with %j", async (text, message) => {
    expect(await problem(text)).toBe(message);
  });

  it("follows few aliases only", async () => {
    const lines = Array.from({ length: 200 }, (_, i) => `  B${i}: *a`);
    const text = `mapper: tcp\ninputs:\n  A: &a hello\n${lines.join("\n")}\n`;
    await expect(readMapper(text)).rejects.toThrow("200 aliases: at most 100 are followed");
    expect((await readMapper("mapper: tcp\ninputs: { A: &a hello, B: *a }")).inputs.size).toBe(2);
  });
});

describe("a template", () => {
  const names = ["number", "packet", "empty"];
  const values: Readonly<Record<string, { bytes: Buffer; binary: boolean }>> = {
    number: { bytes: Buffer.from("41"), binary: false },
    packet: { bytes: Buffer.from("00ff", "hex"), binary: true },
    empty: { bytes: Buffer.alloc(0), binary: false },
  };
  const hex = (template: Template) => template.bytes((name) => values[name]).toString("hex");

  it.each([
    [String.raw`a\r\n`, "610d0a"],
    [String.raw`\x00\xffé\\`, "00ffc3a95c"],
    [String.raw`\{{number}}`, Buffer.from("{{number}}").toString("hex")],
    ["{{number}}", "3431"],
    ["{{ number + 1 }}", "3432"],
    ["{{number - 42}}", "2d31"],
    ["{{number:2}}", "0029"],
    ["{{packet}}", "00ff"],
    ["{{packet + 1}}", "0100"],
    ["{{packet - 256}}", "ffff"],
    ["{{packet + 1:4}}", "00000100"],
    ["<{{empty}}>", "3c3e"],
  ])("%j is these bytes", (text, bytes) => {
    expect(hex(Template.ofText(text, { names }))).toBe(bytes);
  });

  it("of hex has values between its bytes", () => {
    expect(hex(Template.ofHex("62 02{{packet}} C0:00 {{number:1}}", { names }))).toBe("620200ffc00029");
  });

  it("counts with numbers only", () => {
    expect(() => hex(Template.ofText("{{empty + 1}}", { names }))).toThrow(
      'the value {{empty}} is "", which is no number to count with',
    );
  });
});
