/** What a command line names as its target: one argument, or a program behind `--`. */

import { basename } from "node:path";
import { addressWithoutSecrets, quote } from "../internal/core.ts";
import { mapperIn } from "../options/setting-text.ts";
import { misuse } from "../support/failures.ts";

/** What each kind of target says about itself. */
interface Named {
  /** An automaton file, or `-` for standard input. */
  readonly file: { readonly path: string };
  readonly onnx: { readonly path: string };
  readonly module: { readonly path: string };
  readonly http: { readonly url: string };
  readonly openai: { readonly url: string };
  readonly fleet: { readonly server: string; readonly fleet: string };
  /** A server, and the file that says how it is spoken to. */
  readonly mapped: { readonly url: string; readonly mapper: string };
  readonly me: object;
  readonly program: { readonly command: string; readonly args: readonly string[] };
  /** Words to learn from, which nobody can ask. */
  readonly sample: { readonly path: string };
}

export type TargetKind = keyof Named;

/** A target of these kinds. */
export type Target<K extends TargetKind = TargetKind> = {
  [P in K]: { readonly kind: P } & Named[P];
}[K];

/** A kind of target: how it is written, what it is called, and which files it has. How it is opened stands in `open.ts`. */
interface KindOfTarget<K extends TargetKind> {
  /** As people write it, and what that is, for the help. */
  readonly form?: string;
  readonly about?: string;
  /** In a sentence: `coffee.json is an automaton file`. */
  readonly called: string;
  /** The target that an argument names, if it is one of this kind. */
  readonly named?: (argument: string) => Target<K> | undefined;
  /** What a target is called in messages, without secrets. */
  readonly nameOf: (target: Target<K>) => string;
  /** The files that are read. */
  readonly files?: (target: Target<K>) => readonly string[];
}

const nameOfPath = ({ path }: { readonly path: string }) => (path === "-" ? "standard input" : path);
const filesOfPath = ({ path }: { readonly path: string }) => (path === "-" ? [] : [path]);
const nameOfUrl = ({ url }: { readonly url: string }) => addressWithoutSecrets(url);

/** A fleet as people write it. */
export const FLEET_FORM = "nats://host:4222/coffee";

/** Every kind of target, in the order of the help. An argument is looked at in the opposite order: an address may end like a file. */
export const targetKinds: { readonly [K in TargetKind]: KindOfTarget<K> } = {
  file: {
    form: "target.json",
    about: "an automaton file of any format, or - for standard input",
    called: "an automaton file",
    nameOf: nameOfPath,
    files: filesOfPath,
  },
  onnx: {
    form: "model.onnx",
    about: "a network: a language model or an acceptor",
    called: "a network",
    named: (path) => (/\.onnx$/iu.test(path) ? { kind: "onnx", path } : undefined),
    nameOf: nameOfPath,
    files: ({ path }) => [path, path.replace(/\.onnx$/iu, ".json")],
  },
  module: {
    form: "box.ts",
    about: "a TypeScript or JavaScript module (.ts .mts .js .mjs) that answers",
    called: "a module",
    named: (path) => (/\.m?[jt]s$/u.test(path) ? { kind: "module", path } : undefined),
    nameOf: nameOfPath,
    files: filesOfPath,
  },
  http: {
    form: "https://host/box",
    about: "a server that answers POST requests",
    called: "a server",
    named: (argument) => (/^https?:\/\//u.test(argument) ? { kind: "http", url: argument } : undefined),
    nameOf: nameOfUrl,
  },
  openai: {
    form: "openai:http://host:8080",
    about: "a completion server: llama.cpp, vLLM, Ollama and others",
    called: "a completion server",
    named(argument) {
      if (!argument.startsWith("openai:")) return undefined;
      const url = argument.slice("openai:".length);
      if (/^https?:\/\//u.test(url)) return { kind: "openai", url };
      throw misuse("a completion server is written as openai:http://host:8080");
    },
    nameOf: nameOfUrl,
  },
  fleet: {
    form: FLEET_FORM,
    about: "the workers of a fleet, by the name behind the server (or tls://…)",
    called: "a fleet",
    named: (argument) => (/^(?:nats|tls):\/\//u.test(argument) ? fleetOf(argument) : undefined),
    nameOf: ({ fleet }) => `the fleet ${fleet}`,
  },
  mapped: {
    form: "tcp://host:25",
    about: "a server that --mapper FILE speaks to (or tls, http, https)",
    called: "a mapped server",
    nameOf: nameOfUrl,
    files: ({ mapper }) => [mapper],
  },
  me: {
    form: "me",
    about: "you are the black box: questions at the terminal",
    called: "you",
    named: (argument) => (argument === "me" ? { kind: "me" } : undefined),
    nameOf: () => "me",
  },
  program: {
    form: "-- python3 box.py",
    about: "a program that speaks JSON lines",
    called: "a program",
    nameOf: ({ command }) => `the program ${basename(command)}`,
  },
  sample: { called: "a sample", nameOf: nameOfPath, files: filesOfPath },
};

/** Targets of a kind in general: `automaton files`. */
export function pluralOf(kind: TargetKind): string {
  return kind === "me" ? "people" : targetKinds[kind].called.replace(/^an? (.*)$/u, "$1s");
}

/** The name of a target for messages. */
export function nameOf<K extends TargetKind>(target: Target<K>): string {
  const kind: KindOfTarget<K> = targetKinds[target.kind];
  return kind.nameOf(target);
}

/** The files that a target reads. */
export function filesOf<K extends TargetKind>(target: Target<K>): readonly string[] {
  const kind: KindOfTarget<K> = targetKinds[target.kind];
  return kind.files?.(target) ?? [];
}

const FORMS =
  "a file (target.json, model.onnx, box.ts), an address (https://host/box, openai:http://host:8080, " +
  `${FLEET_FORM}, tcp://host:25 with --mapper), me, or a program behind --`;

/** What else a command line says of its target. */
interface Naming {
  /** What is expected, for messages. */
  readonly expected?: string | undefined;
  /** What `--with` sets: a mapper makes an address that of a mapped server. */
  readonly with?: readonly string[] | undefined;
}

/** The target that an argument, or a program behind `--`, names: one of the two. */
export function parseTarget(
  argument: string | undefined,
  program: readonly string[],
  { expected = "one target", with: settings }: Naming = {},
): Target {
  const [command, ...args] = program;
  if (argument === undefined && command === undefined) throw misuse(`expected ${expected}: ${FORMS}`);
  if (argument === undefined) return { kind: "program", command, args };
  const target = targetOf(argument, mapperIn(settings));
  if (command === undefined) return target;
  throw misuse(
    `expected one target, got two: ${nameOf(target)} and the program behind --; leave one of them out`,
  );
}

/** The target that an argument names. */
function targetOf(argument: string, mapper?: string): Target {
  const scheme = /^(\w+):\/\//u.exec(argument)?.[1];
  // With a mapper, an address is that of any server, whatever it means without one.
  if (mapper !== undefined && ["tcp", "tls", "http", "https"].includes(scheme ?? ""))
    return { kind: "mapped", url: argument, mapper };
  if (scheme === "tcp") {
    throw misuse(
      `${quote(addressWithoutSecrets(argument))} needs --mapper FILE, which says what is sent there: hankel mapper init tcp writes one to begin with`,
    );
  }
  if (scheme !== undefined && !["http", "https", "nats", "tls"].includes(scheme)) {
    throw misuse(
      `${quote(addressWithoutSecrets(argument))} is no address of a target: there are https://host/box, ` +
        `openai:http://host:8080 and ${FLEET_FORM}, and with --mapper FILE tcp://host:25`,
    );
  }
  for (const { named } of Object.values(targetKinds).toReversed()) {
    const found = named?.(argument);
    if (found !== undefined) return found;
  }
  return { kind: "file", path: argument };
}

/** The fleet of an address: a server, or several that are separated by commas, and behind the last slash a name. */
function fleetOf(address: string): Target<"fleet"> {
  // Who has a password in it is told so by whoever opens it, and no part of it is repeated here.
  if (address.includes("@")) return { kind: "fleet", server: address, fleet: "coffee" };
  const [, server, fleet] = /^(.*:\/\/[^/]+)\/([^/]+)\/?$/su.exec(address) ?? [];
  if (fleet !== undefined) return { kind: "fleet", server, fleet };
  const other = address.startsWith("tls:") ? "; a server that is no fleet needs --mapper FILE" : "";
  throw misuse(`a fleet has a server and a name: ${FLEET_FORM}${other}`);
}

/** The fleet that the first argument of a command names. */
export function parseFleet(argument: string | undefined): Target<"fleet"> {
  const target = argument === undefined ? undefined : targetOf(argument);
  if (target?.kind === "fleet") return target;
  const got = target === undefined ? "" : `, not ${nameOf(target)}`;
  throw misuse(`expected a fleet, its server and its name, as in ${FLEET_FORM}${got}`);
}
