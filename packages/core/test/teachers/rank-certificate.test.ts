/** Certificates of automata over a field that need not be deterministic (Theorem 14.9). */

import {
  type CertificateReport,
  certificateOf,
  checkCertificate,
  type ExactField,
  equivalent,
  minimize,
  primeField,
  quaternion,
  Random,
  type RankCertificate,
  randomAutomaton,
  rational,
  readCertificate,
  real,
  reduce,
  tropical,
  type Wfsa,
  type Word,
  writeCertificate,
} from "@hankel/core";
import { describe, expect, it } from "vitest";
import { denseWfsa } from "../support/dense-wfsa.ts";
import { refusal } from "../support/refusal.ts";
import { automatonOf } from "../support/wfsas.ts";

interface Weighs<W> {
  weigh(word: Word): W;
}

function check<W>(
  automaton: Wfsa<W>,
  certificate: RankCertificate,
  language: Weighs<W>,
): CertificateReport<W> {
  const steps = checkCertificate<W>(automaton, certificate);
  let step = steps.next();
  while (step.done !== true) step = steps.next(step.value.map((word: Word) => language.weigh(word)));
  return step.value;
}

function cases<W>(field: ExactField<W>, pool: readonly string[]) {
  return {
    name: field.name,
    field: field as unknown as ExactField<unknown>,
    pool: pool.map((text) => field.parse(text) as unknown),
  };
}

describe.each([
  cases(primeField(2), ["1"]),
  cases(primeField(7), ["1", "3", "6"]),
  cases(rational, ["1", "-1", "2", "2147483647"]),
  cases(quaternion, ["1", "i", "j", "1-k"]),
])("over $name", ({ field, pool }) => {
  it("holds for its own language, and for no other of the same rank or less", () => {
    let others = 0;
    for (let seed = 0; seed < 40; seed++) {
      const random = new Random(91, seed);
      const target = denseWfsa(field, 1 + (seed % 4), pool, random);
      const minimal = reduce(target);
      const text = writeCertificate(minimal, certificateOf(minimal));
      const certificate = readCertificate(text, minimal) as RankCertificate;
      expect(writeCertificate(minimal, certificate)).toBe(text);
      const good = check(minimal, certificate, target);
      expect(good).toMatchObject({ atLeast: minimal.size, difference: undefined });

      const other = denseWfsa(field, 1 + (seed % 4), pool, random);
      const bad = check(minimal, certificate, other);
      expect(bad.atLeast).toBeLessThanOrEqual(reduce(other).size);
      if (minimal.size === 0 || reduce(other).size > minimal.size) continue;
      others++;
      expect(bad.difference === undefined).toBe(equivalent(minimal, other));
    }
    expect(others).toBeGreaterThan(10);
  });
});

const powers = reduce(automatonOf(rational, "> 0 1; > 1 1; 0 a 2 0; 0 b 1 0; 1 a 1 1; 1 b 2 1; 0 1; 1 1"));

describe("the certificate of the rank", () => {
  it("lists prefixes and suffixes", () => {
    expect(writeCertificate(powers, certificateOf(powers))).toBe(`{
  "format": "hankel-certificate/1",
  "semifield": "rational",
  "alphabet": ["a","b"],
  "states": 2,
  "prefixes": [
    [],
    ["a"]
  ],
  "suffixes": [
    [],
    ["a"]
  ]
}
`);
  });

  it("says where the language differs", () => {
    const report = check(powers, certificateOf(powers), {
      weigh: (word) => (word.length === 3 ? 0 : powers.weigh(word)),
    });
    expect(report.difference?.word).toHaveLength(3);
    expect(report.atLeast).toBe(2);
    expect(report.questions).toBe(12);
  });

  it("counts only what the language's own answers show", () => {
    const report = check(powers, certificateOf(powers), { weigh: () => 1 });
    expect(report.atLeast).toBe(1);
    expect(report.difference).toBeDefined();
  });

  it("refuses what is none of the automaton", () => {
    const refused = (certificate: RankCertificate) =>
      refusal(() => checkCertificate(powers, certificate).next());
    expect(refused({ prefixes: [[], [0], [1]], suffixes: [[]] })).toMatch(
      /3 prefixes and 1 suffixes, .* 2 states/u,
    );
    expect(refused({ prefixes: [[0]], suffixes: [[]] })).toMatch(/the empty word ε has to be a prefix/u);
    expect(refused({ prefixes: [[]], suffixes: [[0]] })).toMatch(
      /the empty word ε has to be a prefix and a suffix/u,
    );
    expect(refused({ prefixes: [[], [2]], suffixes: [[]] })).toMatch(/letter 2 .* is outside/u);
    const trees = minimize(randomAutomaton({ algebra: rational, states: 3, letters: 2, seed: 1 }));
    expect(refusal(() => checkCertificate(powers, certificateOf(trees)))).toMatch(
      /states of a deterministic one/u,
    );
    const costs = minimize(randomAutomaton({ algebra: tropical, states: 1, letters: 2, seed: 1 }));
    expect(refusal(() => checkCertificate(costs, { prefixes: [[]], suffixes: [[]] }).next())).toMatch(
      /a rank needs a field, and tropical is none/u,
    );
    expect(
      refusal(() =>
        readCertificate(
          '{"format":"hankel-certificate/1","semifield":"rational","alphabet":["a","b"],"prefixes":[[]]}',
          powers,
        ),
      ),
    ).toMatch(/suffixes: expected an array/u);
    const forged = writeCertificate(powers, certificateOf(powers)).replace('"states": 2', '"states": 3');
    expect(refusal(() => readCertificate(forged, powers))).toMatch(/about 3 states, the automaton has 2/u);
  });

  it("shows a numerical rank over rounded weights", () => {
    const grows = automatonOf(real, "> 0 1; > 1 1; 0 a 2 0; 0 b 1 0; 1 a 1 1; 1 b 2 1; 0 1; 1 1");
    expect(check(grows, certificateOf(grows), grows)).toMatchObject({ atLeast: 2, difference: undefined });
    const flat = automatonOf(real, "> 0 1; > 1 1; 0 a 2 0; 0 b 1 0; 1 a 2 1; 1 b 1 1; 0 1; 1 1");
    expect(check(flat, certificateOf(flat), flat).atLeast).toBe(1);
  });
});
