import { HankelError, type JournalHeader, quote } from "@hankel/core";

/** The differences between two headers that make their runs ask different questions. */
function headerDifferences(found: JournalHeader, wanted: JournalHeader): string[] {
  const differences: string[] = [];
  const compare = (what: string, a: unknown, b: unknown) => {
    const [left, right] = [JSON.stringify(a), JSON.stringify(b)].map((text) => text ?? "nothing");
    if (left !== right) differences.push(`${what} ${short(left)} there, ${short(right)} here`);
  };
  compare("algorithm", found.algorithm, wanted.algorithm);
  compare("learner", found.learner, wanted.learner);
  compare("semifield", found.semifield, wanted.semifield);
  compare("machine", found.machine, wanted.machine);
  compare("next", found.next, wanted.next);
  compare("alphabet", found.alphabet, wanted.alphabet);
  compare("seed", found.seed, wanted.seed);
  const names = new Set([...Object.keys(found.options), ...Object.keys(wanted.options)]);
  for (const name of names) compare(`option ${name}`, found.options[name], wanted.options[name]);
  return differences;
}

function short(text: string): string {
  return text.length > 60 ? quote(text) : text;
}

export function refuseDifferent(path: string, found: JournalHeader, wanted: JournalHeader): void {
  const differences = headerDifferences(found, wanted);
  if (differences.length === 0) return;
  throw new HankelError(
    "usage",
    `the journal ${path} belongs to another run: ${differences.join("; ")}. ` +
      "Start a new journal; --warm reuses the answers of this one",
  );
}
