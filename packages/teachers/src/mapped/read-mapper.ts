/** Reads a mapper file: docs/how-to/server.md says what may stand there. */

import { countOf, LONGEST_SYMBOL, quote } from "@hankel/core";
import type {
  Condition,
  Fields,
  JsonTemplate,
  Mapper,
  OutputRule,
  Part,
  RequestBody,
  Requesting,
  ResetStep,
  Sending,
  ValueRule,
  Waiting,
} from "./mapper.ts";
import { Pattern, regexOf } from "./pattern.ts";
import { Template } from "./template.ts";
import { readYaml, type YamlNode } from "./yaml-node.ts";

const DEFAULT_TIMEOUT = { tcp: 1000, http: 10_000 } as const;
const DEFAULT_QUIET = 100;
const DEFAULT_CONNECT = 5000;

/** The values that are always there: how many inputs were sent so far, and a name that no other word has. */
const BUILT_IN = ["step", "run"];

const COMMON = ["mapper", "inputs", "outputs", "values", "reset", "timeout", "connect"] as const;
const KEYS = {
  tcp: [...COMMON, "ending", "quiet", "until", "closed"],
  http: [...COMMON, "headers", "cookies", "follow"],
} as const;
const SENDING = ["text", "hex", "timeout", "quiet", "until", "silent", "close"] as const;
const REQUEST = ["method", "path", "query", "headers", "form", "json", "body", "timeout"] as const;

/**
 * Reads a mapper file, YAML or JSON: how the inputs of a machine are sent to a server, and what outputs its replies are.
 *
 * @example
 * const mapper = await readMapper('{"mapper": "tcp", "ending": "\\\\r\\\\n", "inputs": {"PING": "PING"}}');
 * console.log(mapper.protocol, [...mapper.inputs.keys()].join()); // tcp PING
 */
export async function readMapper(text: string): Promise<Mapper> {
  const root = await readYaml(text);
  const protocol = protocolOf(root);
  return protocol === "tcp" ? readTcp(root) : readHttp(root);
}

function protocolOf(root: YamlNode): "tcp" | "http" {
  const node = root.entries("a map with mapper, inputs and outputs").find(([key]) => key === "mapper")?.[1];
  if (node === undefined) throw root.error("the key mapper is missing: write mapper: tcp or mapper: http");
  const protocol = node.text("tcp or http");
  if (protocol === "tcp" || protocol === "http") return protocol;
  throw node.expected("tcp or http");
}

/** What is known while the rest is read. */
interface Context {
  readonly names: readonly string[];
  readonly waiting: Waiting;
  /** What stands behind each text. */
  readonly ending: Template;
  readonly headers: Fields;
}

function readTcp(root: YamlNode): Mapper {
  const keys = root.keys("a map", KEYS.tcp);
  const names = namesIn(keys.values);
  const ending = keys.ending === undefined ? Template.ofPlain("", { names }) : textIn(keys.ending, names);
  const waiting = waitingOf(keys, { timeout: DEFAULT_TIMEOUT.tcp, quiet: DEFAULT_QUIET, until: undefined });
  const context = { names, waiting, ending, headers: [] };
  const input = (node: YamlNode) => readSending(node, context);
  return {
    protocol: "tcp",
    inputs: inputsOf(root, keys.inputs, input),
    values: valuesOf(keys.values, "reply", names),
    outputs: rulesOf(keys.outputs, names, "reply"),
    reset: resetOf(keys.reset, {
      names,
      verb: "send",
      read: input,
      part: "reply",
      listen: () => listening(waiting),
    }),
    connect: keys.connect === undefined ? DEFAULT_CONNECT : timeIn(keys.connect),
    closed: keys.closed === undefined ? undefined : patternIn(keys.closed),
  };
}

function readHttp(root: YamlNode): Mapper {
  const keys = root.keys("a map", KEYS.http);
  const names = namesIn(keys.values);
  const timeout = keys.timeout === undefined ? DEFAULT_TIMEOUT.http : timeIn(keys.timeout);
  const headers = keys.headers === undefined ? [] : fieldsIn(keys.headers, names);
  const waiting = { timeout, quiet: DEFAULT_QUIET, until: undefined };
  const context = { names, waiting, ending: Template.ofPlain("", { names }), headers };
  const input = (node: YamlNode) => readRequest(node, context);
  return {
    protocol: "http",
    inputs: inputsOf(root, keys.inputs, input),
    values: valuesOf(keys.values, "body", names),
    outputs: rulesOf(keys.outputs, names, "body"),
    reset: resetOf(keys.reset, { names, verb: "request", read: input, part: "body" }),
    connect: keys.connect === undefined ? DEFAULT_CONNECT : timeIn(keys.connect),
    cookies: keys.cookies === undefined || keys.cookies.flag(),
    follow: keys.follow !== undefined && keys.follow.flag(),
  };
}

function inputsOf<A>(
  root: YamlNode,
  node: YamlNode | undefined,
  read: (node: YamlNode) => A,
): ReadonlyMap<string, A> {
  if (node === undefined) throw root.error("the key inputs is missing: it says what is sent for each input");
  const entries = node.entries("a map from each input to what is sent for it");
  if (entries.length === 0) throw node.expected("at least one input");
  for (const [name, value] of entries) {
    if (name === "") throw value.error("an input needs a name");
    if (name.length > LONGEST_SYMBOL)
      throw value.error(
        `the name has ${countOf(name.length, "character")}; at most ${LONGEST_SYMBOL} are read`,
      );
  }
  return new Map(entries.map(([name, value]) => [name, read(value)]));
}

/** The names of the values that replies hold, and those that are always there. */
function namesIn(node: YamlNode | undefined): readonly string[] {
  const own = node === undefined ? [] : node.entries("a map from each value to where it is found");
  for (const [name, value] of own) {
    if (!/^[A-Za-z_]\w*$/u.test(name))
      throw value.error("the name of a value has letters, digits and _, and begins with a letter");
    if (BUILT_IN.includes(name) || name === "status" || name === "env")
      throw value.error(`${name} has a meaning already: choose another name`);
  }
  return [...own.map(([name]) => name), ...BUILT_IN];
}

function valuesOf(node: YamlNode | undefined, part: Part, names: readonly string[]): ValueRule[] {
  return (node?.entries("a map") ?? []).map(([name, value]) => {
    if (!value.isMap) return { name, part, pattern: patternIn(value), otherwise: undefined };
    const { otherwise, ...where } = value.keys("a pattern, or where the value is found", [
      "text",
      "hex",
      ...(part === "body" ? (["header", "body"] as const) : []),
      "otherwise",
    ]);
    const conditions = conditionsIn(value, where, part);
    if (conditions.length !== 1)
      throw value.expected(part === "body" ? "one of body, text, hex and header" : "one of text and hex");
    const [condition] = conditions;
    return { name, ...condition, otherwise: otherwise === undefined ? undefined : bytesIn(otherwise, names) };
  });
}

/** The rules for outputs, in their order. */
function rulesOf(node: YamlNode | undefined, names: readonly string[], part: "reply" | "body"): OutputRule[] {
  return (node?.list("a list of patterns") ?? []).map((rule) => ruleOf(rule, names, part));
}

function ruleOf(rule: YamlNode, names: readonly string[], part: "reply" | "body"): OutputRule {
  const more = part === "body" ? ["status"] : [];
  const whole = (conditions: readonly Condition[]) => {
    const groups = conditions.flatMap(({ pattern }) => pattern.groups);
    return { conditions, groups, standard: groups.includes("1") ? "{{1}}" : "{{0}}" };
  };
  if (!rule.isMap) {
    const { conditions, groups, standard } = whole([{ part, pattern: patternIn(rule) }]);
    return { conditions, output: Template.ofPlain(standard, { names: [...names, ...groups, ...more] }) };
  }
  const { output, ...where } = rule.keys("a pattern, or a map with patterns and an output", [
    "text",
    "hex",
    ...(part === "body" ? (["status", "body", "headers"] as const) : []),
    "output",
  ]);
  const { conditions, groups, standard } = whole(conditionsIn(rule, where, part));
  if (conditions.length === 0 && output === undefined) throw rule.expected("a pattern, an output, or both");
  const known = { names: [...names, ...groups, ...more] };
  const text =
    output === undefined
      ? conditions.some(({ part }) => part !== "status")
        ? standard
        : "{{status}}"
      : undefined;
  return {
    conditions,
    output:
      text === undefined
        ? (output as YamlNode).reading(() => Template.ofText((output as YamlNode).text(), known))
        : Template.ofPlain(text, known),
  };
}

type Where = Readonly<Partial<Record<"text" | "hex" | "status" | "body" | "header" | "headers", YamlNode>>>;

/** The conditions on the parts of a reply. */
function conditionsIn(of: YamlNode, where: Where, part: Part): Condition[] {
  const { text, hex, status, body, header, headers } = where;
  if (text !== undefined && body !== undefined)
    throw of.error("text and body are the same here: leave one out");
  const found: Condition[] = [];
  if (status !== undefined) found.push({ part: "status", pattern: statusIn(status) });
  for (const [name, pattern] of headerEntries(header, headers))
    found.push({ part: { header: name.toLowerCase() }, pattern: patternIn(pattern) });
  for (const plain of [text, body]) if (plain !== undefined) found.push({ part, pattern: patternIn(plain) });
  if (hex !== undefined) found.push({ part, pattern: hexIn(hex) });
  return found;
}

function headerEntries(...maps: readonly (YamlNode | undefined)[]): readonly (readonly [string, YamlNode])[] {
  return maps.flatMap(
    (map) => map?.entries("a map from a header to a pattern, as in {location: ^/home}") ?? [],
  );
}

/** 302, 3xx, or a regular expression. */
function statusIn(node: YamlNode): Pattern {
  const text = node.text("a status, as in 302 or 3xx");
  if (/^[1-5][\dx]{2}$/iu.test(text)) {
    const digits = text.replaceAll(/x/giu, String.raw`\d`);
    return new Pattern(new RegExp(`^${digits}$`, "u"), false);
  }
  return patternIn(node);
}

/** A pattern: a regular expression on the text, or `{hex: …}` on the bytes. */
function patternIn(node: YamlNode): Pattern {
  if (node.isMap) {
    const { text, hex } = node.keys("a pattern", ["text", "hex"]);
    if (hex !== undefined && text === undefined) return hexIn(hex);
    if (text !== undefined && hex === undefined) return patternIn(text);
    throw node.expected("either text or hex");
  }
  const text = node.text("a regular expression, or hex: and one on the bytes");
  return node.reading(() => new Pattern(regexOf(text), false));
}

function hexIn(node: YamlNode): Pattern {
  const text = node.text("a regular expression on the bytes, as in ^20 02 (..)");
  return node.reading(() => new Pattern(regexOf(text, "i"), true));
}

function textIn(node: YamlNode, names: readonly string[]): Template {
  const text = node.text("a text with escapes, such as QUIT\\r\\n");
  return node.reading(() => Template.ofText(text, { names }));
}

/** A text, or `{hex: …}`. */
function bytesIn(node: YamlNode, names: readonly string[]): Template {
  if (!node.isMap) return textIn(node, names);
  const { hex } = node.keys("a text, or a map with hex", ["hex"]);
  if (hex === undefined) throw node.expected("hex, with bytes as in 00 01");
  return hex.reading(() => Template.ofHex(hex.text("bytes in hex"), { names }));
}

/** Times are written with their units. */
function timeIn(node: YamlNode): number {
  const text = node.text("a time, as in 200ms or 2s");
  const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(ms|s)$/u.exec(text.trim()) ?? [];
  const milliseconds = Number(number) * (unit === "s" ? 1000 : 1);
  if (milliseconds >= 1 && milliseconds <= 3_600_000) return milliseconds;
  throw node.expected("a time with its unit, from 1ms to 3600s, as in 200ms or 2s");
}

function waitingOf(
  { timeout, quiet, until }: Readonly<Partial<Record<"timeout" | "quiet" | "until", YamlNode>>>,
  usual: Waiting,
): Waiting {
  return {
    timeout: timeout === undefined ? usual.timeout : timeIn(timeout),
    quiet: quiet === undefined ? usual.quiet : timeIn(quiet),
    until: until === undefined ? usual.until : patternIn(until),
  };
}

/** What is sent for an input: a text, or a map that says more. */
function readSending(node: YamlNode, context: Context): Sending {
  const { names, ending, waiting } = context;
  if (!node.isMap) {
    const bytes = textIn(node, names).followedBy(ending);
    return { bytes, waiting, silent: false, closes: false };
  }
  const keys = node.keys("a text, or a map with text or hex", SENDING);
  const { text, hex, silent, close } = keys;
  if (text !== undefined && hex !== undefined) throw node.error("text and hex: leave one of them out");
  const closes = close?.flag() === true;
  const bytes =
    text !== undefined
      ? textIn(text, names).followedBy(ending)
      : hex?.reading(() => Template.ofHex(hex.text("bytes in hex"), { names }));
  if (bytes === undefined && !closes && keys.timeout === undefined)
    throw node.error("nothing is sent: write text, hex, close: true, or a timeout to listen for so long");
  return { bytes, waiting: waitingOf(keys, waiting), silent: silent?.flag() === true, closes };
}

const SHORT_REQUEST = /^([A-Z]+)\s+(\S.*)$/u;

/** What is requested for an input: `GET /path`, or a map that says more. */
function readRequest(node: YamlNode, context: Context): Requesting {
  const { names, waiting, headers } = context;
  const { timeout } = waiting;
  if (!node.isMap) {
    const [, method, path] = SHORT_REQUEST.exec(node.text("a request, as in GET /path").trim()) ?? [];
    if (path === undefined) throw node.expected("a request, as in GET /path, or a map with method and path");
    return { method, path: pathIn(node, path, names), query: [], headers, body: undefined, timeout };
  }
  const keys = node.keys("a request, as in GET /path, or a map with method and path", REQUEST);
  if (keys.path === undefined) throw node.error("the path is missing, as in path: /login");
  const body = bodyIn(node, keys, names);
  const [, given, rest] = SHORT_REQUEST.exec(keys.path.text("a path, as in /login").trim()) ?? [];
  if (given !== undefined)
    throw keys.path.expected(`a path alone, as in ${rest}, with method: ${given} beside it`);
  const method = keys.method?.text("GET, POST, …").toUpperCase() ?? (body === undefined ? "GET" : "POST");
  if (!/^[A-Z]+$/u.test(method)) throw (keys.method as YamlNode).expected("a method, such as GET or POST");
  return {
    method,
    path: pathIn(keys.path, keys.path.text("a path").trim(), names),
    query: keys.query === undefined ? [] : fieldsIn(keys.query, names),
    headers: [...headers, ...(keys.headers === undefined ? [] : fieldsIn(keys.headers, names))],
    body,
    timeout: keys.timeout === undefined ? timeout : timeIn(keys.timeout),
  };
}

function pathIn(node: YamlNode, path: string, names: readonly string[]): Template {
  if (!path.startsWith("/") && !path.startsWith("{{"))
    throw node.error(`expected a path that begins with /, got ${quote(path)}`);
  return node.reading(() => Template.ofPlain(path, { names }));
}

function fieldsIn(node: YamlNode, names: readonly string[]): Fields {
  return node
    .entries("a map from names to values")
    .map(([name, value]) => [
      name,
      value.reading(() => Template.ofPlain(value.isEmpty ? "" : value.text(), { names })),
    ]);
}

function bodyIn(
  node: YamlNode,
  { form, json, body }: Readonly<Partial<Record<"form" | "json" | "body", YamlNode>>>,
  names: readonly string[],
): RequestBody | undefined {
  if ([form, json, body].filter((one) => one !== undefined).length > 1)
    throw node.error("form, json and body: a request has one of them");
  if (form !== undefined) return { kind: "form", fields: fieldsIn(form, names) };
  if (json !== undefined) return { kind: "json", value: jsonIn(json, names) };
  return body === undefined ? undefined : { kind: "bytes", bytes: textIn(body, names) };
}

function jsonIn(node: YamlNode, names: readonly string[]): JsonTemplate {
  if (node.isList) return node.list("a list").map((item) => jsonIn(item, names));
  if (node.isMap)
    return Object.fromEntries(node.entries("a map").map(([name, value]) => [name, jsonIn(value, names)]));
  const { scalar } = node;
  if (scalar === null || typeof scalar === "boolean" || typeof scalar === "number") return scalar;
  return node.reading(() => Template.ofPlain(node.text(), { names }));
}

/** What the server says by itself. */
function listening(waiting: Waiting): Sending {
  return { bytes: undefined, waiting, silent: false, closes: false };
}

/** How the steps of a reset are read. */
interface Resetting<A> {
  readonly names: readonly string[];
  readonly verb: "send" | "request";
  readonly read: (node: YamlNode) => A;
  readonly part: "reply" | "body";
  readonly listen?: () => A;
}

/** The steps before each word: one, or a list. */
function resetOf<A>(node: YamlNode | undefined, how: Resetting<A>): ResetStep<A>[] {
  if (node === undefined || node.isEmpty) return [];
  return (node.isList ? node.list("steps") : [node]).map((step) => stepOf(step, how));
}

function stepOf<A>(step: YamlNode, { names, verb, read, part, listen }: Resetting<A>): ResetStep<A> {
  const kinds = ["run", "pause", verb, ...(listen === undefined ? [] : (["greeting"] as const))] as const;
  const { run, pause, expect, greeting, ...rest } = step.keys(`a step: ${kinds.join(", ")}`, [
    ...kinds,
    "expect",
  ]);
  const asked = rest[verb];
  if ([run, pause, asked, greeting].filter((one) => one !== undefined).length !== 1)
    throw step.error(`expected one of ${kinds.join(", ")} in each step`);
  if (expect !== undefined && asked === undefined) throw expect.error(`expect stands beside ${verb}`);
  if (run !== undefined) return { kind: "run", command: commandIn(run, names) };
  if (pause !== undefined) return { kind: "pause", milliseconds: timeIn(pause) };
  if (greeting !== undefined && listen !== undefined) {
    const expected = greeting.scalar === true ? [] : [{ part, pattern: patternIn(greeting) }];
    return { kind: "ask", action: listen(), expect: expected };
  }
  return { kind: "ask", action: read(asked as YamlNode), expect: expectIn(expect, part) };
}

/** What must come back in a reset: a pattern, or the status of a request. */
function expectIn(node: YamlNode | undefined, part: "reply" | "body"): Condition[] {
  if (node === undefined) return [];
  if (part === "reply") return [{ part, pattern: patternIn(node) }];
  if (!node.isMap) return [{ part: "status", pattern: statusIn(node) }];
  const where = node.keys("a status, or a map with patterns", ["text", "hex", "status", "body", "headers"]);
  return conditionsIn(node, where, part);
}

/** A command: a text for the shell, or a list of a program and its arguments. */
function commandIn(node: YamlNode, names: readonly string[]): readonly Template[] {
  const plain = (text: string) => node.reading(() => Template.ofPlain(text, { names }));
  if (!node.isList) return [plain("/bin/sh"), plain("-c"), plain(node.text("a command"))];
  const words = node.list("a command").map((word) => plain(word.text("an argument")));
  if (words.length === 0) throw node.expected("a program and its arguments");
  return words;
}
