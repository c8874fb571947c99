import {
  ALGORITHM_VERSION,
  formatJournalHeader,
  formatJournalLine,
  HankelError,
  type JournalHeader,
  type JournalLine,
  JournalSums,
  parseJournal,
  Random,
} from "@hankel/core";
import { describe, expect, it } from "vitest";

const header: JournalHeader = {
  journal: "hankel/1",
  algorithm: 1,
  learner: "table",
  semifield: "rational",
  alphabet: ["a", "ü", "€"],
  options: { equivalence: "random:3" },
  seed: 1,
};

const lines: readonly JournalLine[] = [
  { kind: "answer", word: [], weight: "1" },
  { kind: "answer", word: ["a"], weight: "22/7" },
  { kind: "answer", word: ["a", "ü"], weight: "1000001" },
  { kind: "recheck", conjecture: 0, word: ["a"], weight: "22/7" },
  { kind: "samples", conjecture: 0, test: 1, words: [["a", "a"], ["€"]] },
  { kind: "conjecture", conjecture: 0, states: 2, hash: "0123456789abcdef", counterexample: ["€", "€"] },
  { kind: "correction", word: ["a"], weight: "23/7", answers: ["22/7", "23/7", "23/7"] },
  { kind: "undo" },
  { kind: "answer", word: ["€"], weight: "0" },
];

function written(upTo = lines.length): string {
  const sums = new JournalSums();
  const texts = [
    formatJournalHeader(header),
    ...lines.slice(0, upTo).map((line) => formatJournalLine(line, header)),
  ];
  return texts.map((text) => `${sums.add(text)}\n`).join("");
}

const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe("the checksums of a journal", () => {
  it("are the CRC-32 of the file up to them, 17 characters a line", () => {
    // The CRC-32 of "123456789", by which implementations are compared.
    expect(new JournalSums().add("123456789}")).toBe('123456789,"sum":"cbf43926"}');
    const [first, second] = [formatJournalHeader(header), formatJournalLine(lines[0], header)];
    expect(written(1).length).toBe(first.length + second.length + 2 * (1 + 17));
    expect(parseJournal(written())).toEqual({ header, lines, unsummed: 0 });
  });

  it("notice every changed byte, unless what is read stays the same", () => {
    const text = written();
    const bytes = new TextEncoder().encode(text);
    const sound = [text, written(lines.length - 1)].map((part) => JSON.stringify(parseJournal(part)));
    const random = new Random(1);
    let noticed = 0;
    for (let at = 0; at < bytes.length; at++) {
      for (const value of new Set([
        ...Array.from({ length: 12 }, () => random.below(256)),
        bytes[at] ^ 1,
        10,
      ])) {
        if (value === bytes[at]) continue;
        const changed = bytes.slice();
        changed[at] = value;
        try {
          // Nothing, or only the last line, which is torn now.
          expect(sound).toContain(JSON.stringify(parseJournal(decode(changed))));
        } catch (error) {
          if (!(error instanceof HankelError)) throw new Error(`byte ${at} is ${value}`, { cause: error });
          expect(error.code).toBe("parse");
          noticed++;
        }
      }
    }
    expect(noticed).toBeGreaterThan(12 * (bytes.length - 1));
  });

  it("notice every changed digit of an answer", () => {
    const text = written();
    for (const { index } of text.matchAll(/\d/gu)) {
      const digit = (Number(text[index]) + 1) % 10;
      const changed = `${text.slice(0, index)}${digit}${text.slice(index + 1)}`;
      expect(() => parseJournal(changed), `digit ${index}`).toThrow();
    }
  });

  it("notice lines that were removed, repeated or swapped, and say what to do", () => {
    const all = written().split("\n").slice(0, -1);
    for (let i = 1; i < all.length - 1; i++) {
      const [without, twice, swapped] = [all.toSpliced(i, 1), all.toSpliced(i, 0, all[i]), [...all]];
      [swapped[i], swapped[i + 1]] = [all[i + 1], all[i]];
      expect(() => parseJournal(without)).toThrow(`keep the lines before this one, as head -n ${i} does`);
      expect(() => parseJournal(twice)).toThrow(`as head -n ${i + 1} does`);
      expect(() => parseJournal(swapped)).toThrow("does not fit its checksum");
      expect(parseJournal(all.slice(0, i)).lines).toEqual(lines.slice(0, i - 1));
    }
  });

  it("may be missing in a journal of an earlier version, also where this one goes on, but not in between", () => {
    const old = [
      formatJournalHeader(header),
      ...lines.slice(0, 2).map((line) => formatJournalLine(line, header)),
    ];
    expect(parseJournal(old)).toMatchObject({ unsummed: 3, lines: lines.slice(0, 2) });
    const sums = new JournalSums();
    for (const [i, line] of old.entries()) sums.check(line, i + 1);
    const more = [...old, sums.add(formatJournalLine(lines[2], header))];
    expect(parseJournal(more)).toMatchObject({ unsummed: 3, lines: lines.slice(0, 3) });
    expect(() => parseJournal([...more, old[1]])).toThrow(
      "this line has no checksum, but a line before it has one",
    );
    // From here on the old lines are covered, too.
    expect(() => parseJournal([old[0], old[2], old[1], more[3]])).toThrow("does not fit its checksum");
  });

  it("are not missing from a journal of a version that writes them", () => {
    for (const algorithm of [8, 9, ALGORITHM_VERSION + 1]) {
      const own = { ...header, algorithm };
      const stripped = [formatJournalHeader(own), formatJournalLine(lines[0], own)];
      const read = () => parseJournal(stripped);
      if (algorithm < 9) expect(read()).toMatchObject({ unsummed: 2 });
      else expect(read).toThrow("this line has no checksum, but the version that it names writes one");
    }
  });

  /** Other ways to write a line that ends with a checksum; a reader of JSON takes most of them for the same. */
  const reformatted: readonly (readonly [string, (line: string) => string])[] = [
    ["a carriage return at its end", (line) => `${line}\r`],
    ["a space at its end", (line) => `${line} `],
    ["a space before the member", (line) => line.replace(',"sum":', ', "sum":')],
    ["a space before the comma", (line) => line.replace(',"sum":', ' ,"sum":')],
    ["a space before the colon", (line) => line.replace('"sum":', '"sum" :')],
    ["a space behind the colon", (line) => line.replace('"sum":', '"sum": ')],
    ["a space before the brace", (line) => line.replace(/\}$/u, " }")],
    ["an escaped name", (line) => line.replace('"sum":', String.raw`"\u0073um":`)],
    ["an escaped digit", (line) => line.replace(/.("\})$/u, String.raw`\u0030$1`)],
    ["a number", (line) => line.replace(/"sum":"\w+"/u, '"sum":12345678')],
    ["nothing", (line) => line.replace(/"sum":"\w+"/u, '"sum":null')],
    ["a member behind it", (line) => line.replace(/\}$/u, ',"more":1}')],
    ["the member twice", (line) => line.replace(/,"sum":"\w+"/u, "$&$&")],
    ["another one behind it", (line) => line.replace(/\}$/u, ',"sum":""}')],
    ["the member first", (line) => line.replace(/^\{(.*),("sum":"\w+")\}$/u, "{$2,$1}")],
    ["spaces everywhere", (line) => JSON.stringify(JSON.parse(line), null, 1).replaceAll("\n", " ")],
  ];
  const noticed =
    /this line's checksum is not where Hankel writes it: the line was changed|does not fit its checksum/u;

  it.each(reformatted)("must stand where they were written: %s", (_, reformat) => {
    const all = written().split("\n").slice(0, -1);
    expect(() => parseJournal(all.map(reformat))).toThrow(noticed);
    for (const [i, line] of all.entries()) {
      expect(reformat(line)).not.toBe(line);
      expect(() => parseJournal(all.with(i, reformat(line))), `line ${i + 1}`).toThrow(noticed);
    }
  });

  it.each(reformatted)("do not let a changed answer pass: %s", (_, reformat) => {
    const all = written().split("\n").slice(0, -1);
    for (const [i, line] of all.entries()) {
      const body = line.slice(0, line.indexOf(',"sum"'));
      for (const { index } of body.matchAll(/\d/gu)) {
        const digit = (Number(line[index]) + 1) % 10;
        const changed = all.with(i, `${line.slice(0, index)}${digit}${line.slice(index + 1)}`);
        for (const other of [changed.map(reformat), changed.with(i, reformat(changed[i]))])
          expect(() => parseJournal(`${other.join("\n")}\n`), other[i]).toThrow(HankelError);
      }
    }
  });

  it("may be missing in lines with Windows line ends, and a symbol may be called sum", () => {
    const word: JournalLine = { kind: "answer", word: ["sum"], weight: "1" };
    const old = [formatJournalHeader({ ...header, alphabet: ["sum"] }), formatJournalLine(word, header)];
    expect(parseJournal(old.map((line) => `${line}\r`))).toMatchObject({ unsummed: 2, lines: [word] });
  });

  it("blame no line before the first", () => {
    const text = written().replace('"seed":1', '"seed":2');
    expect(() => parseJournal(text)).toThrow(
      /^this line does not fit its checksum: it was changed after it was written; bring back a copy of the file$/u,
    );
  });
});
