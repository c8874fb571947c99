/** What `--with NAME=VALUE` sets: options of one kind of target, in the manner of `ssh -o`. */

import { HankelError } from "../index.ts";
import { messageOf, quote } from "../internal/core.ts";
import { type TargetKind, targetKinds } from "../target/target.ts";
import { count, inWords, positive } from "./values.ts";

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

const text = (value: string) => value;
const STARTED = ["program", "module", "http"] as const;

/** Every setting by its name. */
export const settings = {
  batch: {
    form: "N",
    about: "words in one request (default: as many as suit its times, at most 1000)",
    read: count(1),
    targets: [...STARTED, "onnx", "openai", "fleet"],
    asking: ["fleet"],
  },
  "start-timeout": {
    form: "S",
    about: "how long it may take to start, in seconds (default: 300)",
    read: positive,
    targets: STARTED,
  },
  "token-env": {
    form: "NAME",
    about: "the environment variable that holds the token to send",
    read: text,
    targets: ["http", "openai"],
  },
  bos: {
    form: "ID",
    about: "the token that starts a word, if no side file says it",
    read: count(0),
    targets: ["onnx"],
  },
  eos: {
    form: "ID",
    about: "the token that ends a word, if no side file says it",
    read: count(0),
    targets: ["onnx"],
  },
  longest: {
    form: "N",
    about: "the most letters that the network reads (default: found by trying)",
    read: count(1),
    targets: ["onnx"],
  },
  hidden: {
    form: "NAME",
    about: "the output that holds the states of the network, if no side file says it",
    read: text,
    targets: ["onnx"],
  },
  model: { form: "NAME", about: "the model that the server is asked for", read: text, targets: ["openai"] },
  prompt: {
    form: "TEXT",
    about: "the text in front of every word; symbols are texts too (--alphabet)",
    read: text,
    targets: ["openai"],
  },
  end: {
    form: "TEXT",
    about: "a text that ends a word, besides the model's own end",
    read: text,
    targets: ["openai"],
  },
  logprobs: {
    form: "N",
    about: "how many of the likeliest tokens to ask for (default: 20)",
    read: count(1),
    targets: ["openai"],
  },
  creds: { form: "FILE", about: "log in with a .creds file", read: text, targets: ["fleet"], file: true },
  "tls-ca": {
    form: "FILE",
    about: "the certificates that the server's is checked against",
    read: text,
    targets: ["fleet"],
    file: true,
  },
  "tls-cert": {
    form: "FILE",
    about: "this side's own certificate, if the server asks for one",
    read: text,
    targets: ["fleet"],
    file: true,
  },
  "tls-key": {
    form: "FILE",
    about: "the key of that certificate",
    read: text,
    targets: ["fleet"],
    file: true,
  },
  lease: {
    form: "S",
    about: "seconds without a sign of a worker after which others get its words (default: 10)",
    read: positive,
    targets: ["fleet"],
    asking: ["fleet"],
  },
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

/** The name and the value of a setting as it is written. */
export function splitSetting(given: string): readonly [name: string, value: string] {
  const at = given.indexOf("=");
  return at < 0 ? [given, ""] : [given.slice(0, at), given.slice(at + 1)];
}

/** Reads what `--with` sets for targets of these kinds. Values may be secrets in a wrong place: none is repeated. */
export function readSettings(
  given: readonly string[] | undefined,
  kinds: readonly TargetKind[],
  asking = true,
): Settings {
  const known = new Set(kinds.flatMap((kind) => settingsOf(kind, asking)));
  const read = (given ?? []).map((one) => {
    const [name, value] = splitSetting(one);
    if (!one.includes("=") || ![...known].some((each) => each === name)) throw unknown(one, kinds, asking);
    try {
      return [name, settings[name as SettingName].read(value)] as const;
    } catch (error) {
      throw new HankelError("usage", `--with ${name}: ${messageOf(error)}`, { cause: error });
    }
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
  return new HankelError("usage", `${wrong}: ${have.join("; ")}`);
}
