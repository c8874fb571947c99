import { CUT } from "@hankel/core";

/** Stands in a message for a secret. */
const MASK = "[secret]";
/** Shorter texts are not looked for: they occur in ordinary words, and a mask would give them away. */
const SHORTEST = 4;

/** Texts that no message may hold, however they are encoded: a server may send back what it was sent. */
export class Secrets {
  /** Each secret in each of its forms. */
  readonly #forms: readonly string[];

  constructor(secrets: Iterable<string | undefined>) {
    const forms = new Set<string>();
    for (const secret of secrets) {
      if (secret === undefined || secret.length < SHORTEST) continue;
      for (const form of formsOf(secret)) if (form.length >= SHORTEST) forms.add(form);
    }
    this.#forms = [...forms];
  }

  /** The text without the secrets, and without the beginning of one where the text was cut. */
  redact(text: string): string {
    const plain = unescaped(text);
    const ranges = [
      ...this.#find(text),
      ...this.#find(plain.text).map(([from, to]) => plain.origin(from, to)),
    ];
    let redacted = "";
    let done = 0;
    for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
      if (from >= done) redacted += `${text.slice(done, from)}${MASK}`;
      done = Math.max(done, to);
    }
    return redacted + text.slice(done);
  }

  #find(text: string): Range[] {
    return this.#forms.flatMap((form) => [...occurrences(text, form), ...beginnings(text, form)]);
  }
}

/** Where a part of a text begins, and where it ends. */
type Range = readonly [from: number, to: number];

function occurrences(text: string, secret: string): Range[] {
  const ranges: Range[] = [];
  for (let at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + secret.length)) {
    ranges.push([at, at + secret.length]);
  }
  return ranges;
}

/** The beginnings of a secret that stand in front of a cut. */
function beginnings(text: string, secret: string): Range[] {
  const ranges: Range[] = [];
  for (let cut = text.indexOf(CUT); cut >= 0; cut = text.indexOf(CUT, cut + CUT.length)) {
    const torn = TORN_ESCAPE.exec(text.slice(Math.max(0, cut - LONGEST_ESCAPE), cut))?.[0].length ?? 0;
    const end = [cut, cut - torn].find((at) => beginningAt(text, at, secret) > 0);
    if (end !== undefined) ranges.push([end - beginningAt(text, end, secret), cut]);
  }
  return ranges;
}

/** How much of the beginning of a secret ends at a place; none if it is too short. */
function beginningAt(text: string, end: number, secret: string): number {
  for (let length = Math.min(end, secret.length - 1); length >= SHORTEST; length--) {
    if (text.endsWith(secret.slice(0, length), end)) return length;
  }
  return 0;
}

/** An escape without its end. */
const TORN_ESCAPE = /(?:\\{1,8}(?:u[\da-f]{0,3})?|%[\da-f]?|&(?:amp;){0,3}[#\w]{0,7})$/iu;
const LONGEST_ESCAPE = 30;

/** What servers write for a character in JSON, also in JSON within JSON, in an address and in HTML. */
const ESCAPE =
  /\\{1,8}u([\da-f]{4})|\\{1,8}(["'/])|%([\da-f]{2})|&(?:amp;){0,3}(?:#(\d{1,6})|#x([\da-f]{1,5})|(amp|lt|gt|quot|apos));/giu;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** A text without escapes, and where each part of it comes from. */
function unescaped(text: string): { readonly text: string; origin(from: number, to: number): Range } {
  let plain = "";
  /** Where in the text each character of the plain one begins; last, where the text ends. */
  const starts: number[] = [];
  const take = (from: number, to: number) => {
    for (let i = from; i < to; i++) starts.push(i);
    plain += text.slice(from, to);
  };
  let done = 0;
  for (const match of text.matchAll(ESCAPE)) {
    const [whole, unicode, literal, percent, decimal, hex, name] = match;
    take(done, match.index);
    const code =
      decimal === undefined ? Number.parseInt(unicode ?? percent ?? hex ?? "", 16) : Number(decimal);
    plain += literal ?? (name === undefined ? String.fromCharCode(code) : NAMED[name.toLowerCase()]);
    starts.push(match.index);
    done = match.index + whole.length;
  }
  take(done, text.length);
  starts.push(text.length);
  return { text: plain, origin: (from, to) => [starts[from], starts[to]] };
}

function formsOf(secret: string): string[] {
  const percent = encodeURIComponent(Buffer.from(secret).toString());
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    percent,
    percent.replaceAll(/%../gu, (code) => code.toLowerCase()),
    ...[0, 1, 2].flatMap((before) => base64Forms(Buffer.from(secret), before)),
  ];
}

/**
 * The base64 of a secret that so many bytes stand before, modulo 3, as in that of a whole header: the digits that the secret
 * alone decides about.
 */
function base64Forms(secret: Buffer, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), secret]);
  const [from, to] = [Math.ceil((8 * before) / 6), Math.floor((8 * bytes.length) / 6)];
  const cut = (["base64", "base64url"] as const).map((form) => bytes.toString(form).slice(from, to));
  // On its own it has one more digit, and padding.
  return before > 0 ? cut : [bytes.toString("base64"), bytes.toString("base64url"), ...cut];
}

/** The secrets of requests to a server: the token, and what the address holds of user, password and parameters. */
export function secretsOf(url: URL, token: string | undefined): Secrets {
  const user = decoded(url.username) ?? url.username;
  const password = decoded(url.password) ?? url.password;
  const login = password === "" ? undefined : `${user}:${password}`;
  return new Secrets([token, password, url.password, login, ...url.searchParams.values()]);
}

/** A part of an address without escapes; undefined if one is torn. */
export function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
