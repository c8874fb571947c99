/** Files beside automata: symbol tables, samples, solutions, side files of networks, links to the studio. */

import { readSymbols, readWhole, SampleSetReader, writeSampleSet } from "@hankel/core";
import { externalFiles, parseDescription } from "@hankel/networks";
import { formatAddress, parseAddress } from "../../../apps/studio/src/engine/address.ts";
import { toFragment } from "../../../apps/studio/src/engine/spec.ts";
import { type Target, target, textOf } from "../target.ts";

const symbols = target({
  name: "symbols",
  placed: true,
  anyLineEnds: true,
  seeds: ["<eps>\t0\na\t1\nb\t2\n", "x 7\n"],
  scraps: ["a 1\n", "b 2\n", "<eps> 0\n", " ", "-1", "99999999999999999"],
  read: (input) => readSymbols(textOf(input)),
  // A byte order mark at the start of a file is no part of its text.
  write: (table) => (table.toString().startsWith("\ufeff") ? undefined : table.toString()),
});

const sampleTargets = (["plain", "labelled"] as const).map((kind) =>
  target({
    name: `words/${kind}`,
    placed: true,
    anyLineEnds: true,
    seeds: kind === "plain" ? ["2 3\n3 0 1 2\n0\n", "0 0\n"] : ["3 2\n1 2 0 1\n0 0\n-1 1 1\n"],
    scraps: ["-1", "99999999999999999999", "1 1", " ", "\n", "0"],
    read: (input) => readWhole(new SampleSetReader(kind), textOf(input)),
    write: writeSampleSet,
  }),
);

const sideFile = target({
  name: "side-file",
  codes: ["parse", "usage"],
  seeds: [
    '{"alphabet":["a","b"],"bos":2,"eos":3}',
    '{"alphabet":["a","b"],"ids":[5,6],"kind":"acceptor","longest":9,"states":"h"}',
  ],
  scraps: ["{", "}", "[", "]", ",", '"', "null", '"ids"', "1"],
  json: "whole",
  read: (input) => parseDescription(textOf(input), "side.json"),
  write: (description) => JSON.stringify(description),
});

/** A network with a tensor whose weights stand in the file w. */
const externalWeights = target({
  name: "external-weights",
  seeds: ["\u003a\u0011\u002a\u000f\u006a\u000d\u000a\u0008location\u0012\u0001w"],
  scraps: ["\u003a", "\u002a", "\u006a", "\u0000", "\u007f", "\u000a\u0008location"],
  read: (input) => externalFiles(input),
  show: (files) => files.join("\n"),
});

const LINKS = [
  { kind: "expression", text: "(a|b)*", semifield: "boolean", alphabet: "" },
  { kind: "function", code: "1", semifield: "real", alphabet: "a b" },
  { kind: "random", states: 3, letters: 2, semifield: "rational", seed: 1 },
] as const;

const link = target({
  name: "link",
  seeds: LINKS.map((spec) => toFragment(spec) ?? ""),
  scraps: [
    "#target=",
    "eyJ",
    "_",
    "-",
    "AAAA",
    "#example=",
    "&learner=both",
    "&step=7",
    "&view=take",
    "&embed",
    "%",
    "kept=1",
  ],
  read: (input) => parseAddress(textOf(input)).address,
  show: (address) => JSON.stringify(address),
  write: formatAddress,
});

export const fileTargets: readonly Target[] = [symbols, ...sampleTargets, sideFile, externalWeights, link];
