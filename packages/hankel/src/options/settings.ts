/** What `--with NAME=VALUE` sets: options of one kind of target, in the manner of `ssh -o`. */

import { HankelError } from "../index.ts";
import { LARGEST_DIGITS, messageOf, quote } from "../internal/core.ts";
import { misuse } from "../support/failures.ts";
import { type TargetKind, targetKinds } from "../target/target.ts";
import { splitSetting } from "./setting-text.ts";
import { count, inWords, oneOf, positive } from "./values.ts";

/** One setting. */
interface Setting<V> {
  /** What its value is, for the help. */
  readonly form: string;
  readonly about: string;
  readonly read: (text: string) => V;
  readonly targets: readonly TargetKind[];
  /** Is the value the name of a file that is read? */
  readonly file?: true;
  /** The targets that have it only for the side that asks: a worker and a listing of a fleet have none. */
  readonly asking?: readonly TargetKind[];
}

/** Settings of these kinds of target: what the value is, what it is about, and how it is read. */
const on =
  (...targets: readonly TargetKind[]) =>
  <V>(
    form: string,
    about: string,
    read: (text: string) => V,
    rest: Pick<Setting<V>, "file" | "asking"> = {},
  ): Setting<V> => ({ form, about, read, targets, ...rest });

const text = (value: string) => value;
/** How many digits exact weights may have, up to what bigints allow. */
const digits = count(1, LARGEST_DIGITS);
const onNetworks = on("onnx");
const onCompletions = on("openai");
const onFleets = on("fleet");
const onTls = on("fleet", "mapped");
const FILE = { file: true } as const;
const FLEET_ASKS = { asking: ["fleet"] } as const;

/** Every setting by its name. */
export const settings = {
  batch: on(
    "program",
    "module",
    "http",
    "onnx",
    "openai",
    "fleet",
  )("N", "words in one request (default: as many as suit its times, at most 1000)", count(1), FLEET_ASKS),
  digits: on("program", "module", "http", "fleet")(
    "N",
    "exact weights of one message: as long as one number of N characters (default: 200000); more allows results of N digits, too",
    digits,
    FLEET_ASKS,
  ),
  "start-timeout": on("program", "module", "http")(
    "S",
    "how long it may take to start, in seconds (default: 300)",
    positive,
  ),
  reset: on("program", "module", "http")(
    "never",
    "the target is never reset: each word starts where the last one ended (only hankel learn, for Mealy machines)",
    oneOf(["never"]),
  ),
  "token-env": on("http", "openai")("NAME", "the environment variable that holds the token to send", text),
  top: on(
    "program",
    "module",
    "http",
    "onnx",
    "openai",
    "fleet",
  )(
    "N",
    "of a language model with many symbols the N likeliest, and one symbol for the rest",
    count(1),
    FLEET_ASKS,
  ),
  bos: onNetworks("ID", "the token that starts a word, if no side file says it", count(0)),
  eos: onNetworks("ID", "the token that ends a word, if no side file says it", count(0)),
  longest: onNetworks("N", "the most letters that the network reads (default: found by trying)", count(1)),
  input: onNetworks("NAME", "the input that takes the tokens (default: found by name, type and shape)", text),
  output: onNetworks("NAME", "the output that holds the answers (default: found in the same way)", text),
  hidden: onNetworks(
    "NAME",
    "the output that holds the states of the network, if no side file says it",
    text,
  ),
  model: onCompletions("NAME", "the model that the server is asked for", text),
  prompt: onCompletions("TEXT", "the text in front of every word; symbols are texts too (--alphabet)", text),
  end: onCompletions("TEXT", "a text that ends a word, besides the model's own end", text),
  logprobs: onCompletions("N", "how many of the likeliest tokens to ask for (default: 20)", count(1)),
  creds: onFleets("FILE", "log in with a .creds file", text, FILE),
  mapper: on("mapped")(
    "FILE",
    "what is sent for each input, and which outputs the replies are: hankel mapper init writes one",
    text,
    FILE,
  ),
  "tls-ca": onTls("FILE", "the certificates that the server's is checked against", text, FILE),
  "tls-cert": onTls("FILE", "this side's own certificate, if the server asks for one", text, FILE),
  "tls-key": onTls("FILE", "the key of that certificate", text, FILE),
  lease: onFleets(
    "S",
    "seconds without a sign of a worker after which others get its words (default: 10)",
    positive,
    FLEET_ASKS,
  ),
} as const satisfies Readonly<Record<string, Setting<string | number>>>;

export type SettingName = keyof typeof settings;

/** The settings of a target, read. */
export type Settings = { readonly [N in SettingName]?: ReturnType<(typeof settings)[N]["read"]> };

/** The settings that a target of this kind has, for the side that asks or for a worker. */
export function settingsOf(kind: TargetKind, asking = true): SettingName[] {
  return (Object.keys(settings) as SettingName[]).filter((name) => {
    const setting: Setting<unknown> = settings[name];
    return setting.targets.includes(kind) && (asking || setting.asking?.includes(kind) !== true);
  });
}

/** Is the value of this setting, if there is one of the name, the name of a file? */
export function isFileSetting(name: string): boolean {
  return Object.entries(settings).some(([known, { file }]) => known === name && file === true);
}

/** How many symbols are kept, if `--with` says it. */
export function topIn(given: readonly string[] = []): number | undefined {
  const [, value] = given.map(splitSetting).find(([name]) => name === "top") ?? [];
  return value === undefined ? undefined : valueOf("top", settings.top, value);
}

/** The value of a setting; a bad one is not repeated. */
function valueOf<V>(name: string, { read }: Setting<V>, value: string): V {
  try {
    return read(value);
  } catch (error) {
    throw new HankelError("usage", `--with ${name}: ${messageOf(error)}`, { cause: error });
  }
}

/** Reads what `--with` sets for targets of these kinds. Values may be secrets in a wrong place: none is repeated. */
export function readSettings(
  given: readonly string[] | undefined,
  kinds: readonly TargetKind[],
  asking = true,
): Settings {
  const known = new Set(kinds.flatMap((kind) => settingsOf(kind, asking)));
  const seen = new Set<string>();
  const read = (given ?? []).map((one) => {
    const [name, value] = splitSetting(one);
    if (!one.includes("=") || ![...known].some((each) => each === name)) throw unknown(one, kinds, asking);
    if (seen.has(name)) throw new HankelError("usage", `--with ${name} is given twice`);
    seen.add(name);
    return [name, valueOf<string | number>(name, settings[name as SettingName], value)] as const;
  });
  return Object.fromEntries(read);
}

function unknown(given: string, kinds: readonly TargetKind[], asking: boolean): HankelError {
  const [name] = splitSetting(given);
  const have = kinds.map((kind) => {
    const names = settingsOf(kind, asking);
    const { called } = targetKinds[kind];
    const has = kind === "me" ? "have" : "has";
    return names.length === 0 ? `${called} ${has} nothing to set` : `${called} ${has} ${inWords(names)}`;
  });
  const wrong = given.includes("=") ? `--with ${quote(name)}` : "--with: expected name=value";
  return misuse(`${wrong}: ${have.join("; ")}`);
}
