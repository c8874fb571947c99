import { relabelLetters, withAlphabet } from "../automata.ts";
import { readCertificate } from "../formats.ts";
import {
  Alphabet,
  type Automaton,
  type GroupWithZero,
  isDeterministic,
  machineOf,
  toWdfsa,
  type Word,
} from "../index.ts";
import { countOf } from "../internal/core.ts";
import { kindOfAutomaton } from "../learning.ts";
import type { BlackBox } from "../node.ts";
import { refuseUseless } from "../options/apply.ts";
import { declare, type Page } from "../options/help.ts";
import type { Options } from "../options/table.ts";
import { hasOutputs, outputsIn, outputsLine } from "../show/machine.ts";
import { EXIT, locating, misuse } from "../support/failures.ts";
import { readAny, readText } from "../support/input.ts";
import { print } from "../support/output.ts";
import { standardError } from "../support/terminal.ts";
import { watchedUntilStopped } from "../support/until-stopped.ts";
import { boxOfWeights, withBox } from "../target/open.ts";
import { parseTarget, type Target } from "../target/target.ts";
import { type Certificate, type CertificateReport, checkCertificate } from "../testing.ts";
import type { Define } from "./define.ts";

const PAGE: Page = {
  usage: ["AUTOMATON TARGET --certificate FILE", "AUTOMATON --certificate FILE -- PROGRAM [arguments...]"],
  about:
    "Asks the target for the words that a certificate rests on. If it holds, the language has at least as " +
    "many states as the automaton, and if it has no more, the automaton is right: this is proved, whoever " +
    "made the certificate. (Over rounded weights it is so within the tolerance, and not proved.) The " +
    "certificate of an automaton over a field that need not be deterministic speaks of the rank of the " +
    "Hankel matrix instead. Exits with 1 when it does not hold: a word is answered differently, or the " +
    "answers show fewer states than the automaton has.",
  topics: ["targets", "networks", "fleets"],
  examples: [
    "hankel check learned.json --certificate why.json -- python3 box.py",
    "hankel check learned.json box.ts --certificate why.json",
  ],
};

export const check: Define = (command, exit, program) => {
  declare(command, "check", PAGE);
  command.argument("<automaton>").argument("[target]");
  command.action(async (file: string, argument: string | undefined, options: Options) => {
    const target = parseTarget(argument, program, {
      expected: "the automaton first, then one target",
      with: options.with,
    });
    refuseUseless(options, { target });
    const automaton = await readAny(file);
    const path = options.certificate ?? "";
    const text = await readText(path);
    const certificate = locating(path, () => readCertificate(text, automaton));
    await watchedUntilStopped({ lost: "nothing was checked", exit }, async ({ signal }) => {
      const { learned, report } = await checked(automaton, certificate, { target, options, signal });
      if (!holds(learned, report)) exit(EXIT.negative);
      // Over a larger alphabet a machine lacks arcs, but it is one.
      const machine = machineOf(automaton) !== undefined;
      await print(options.json ? json(learned, report, machine) : sentences(learned, report, machine));
    });
  });
};

/** Asks the black box for the words of the certificate. */
async function checked(
  automaton: Automaton<unknown>,
  certificate: Certificate<unknown>,
  { target, options, signal }: { target: Target; options: Options; signal: AbortSignal },
) {
  const line = (notice: string) => standardError.line(notice);
  // A file that is checked for its rank need not be deterministic.
  const file = "prefixes" in certificate ? "field" : "weights";
  const opening = { options, file, output: { report: line, stderr: line }, signal } as const;
  return withBox(target, opening, async (opened) => {
    const box = boxOfWeights(opened, options.tolerance);
    const learned = comparable(automaton, box);
    const letters = box.alphabet.word(learned.alphabet.symbols);
    const inBox = (word: Word) => word.map((letter) => letters[letter]);
    const steps = checkCertificate(learned, certificate);
    let step = locating(options.certificate ?? "", () => steps.next());
    while (step.done !== true) step = steps.next(await box.weigh(step.value.map(inBox), { signal }));
    return { learned, report: step.value };
  });
}

/** Rounded weights can be compared whatever their tolerances are; exact ones only in one algebra, with its modulus. */
function comparedAs({ exact, name }: GroupWithZero<unknown>): string {
  return exact ? name : name.replace(/:.*/su, "");
}

/** The automaton over its own letters, which the certificate is about, and behind them those that only the black box has. */
function comparable(automaton: Automaton<unknown>, box: BlackBox<unknown>): Automaton<unknown> {
  if (comparedAs(automaton.algebra) !== comparedAs(box.kind.algebra)) {
    const what = (algebra: GroupWithZero<unknown>) =>
      hasOutputs(algebra) ? "answers with outputs" : `has weights of ${algebra.name}`;
    const learned = kindOfAutomaton(automaton).terms.automaton;
    throw misuse(`the ${learned} ${what(automaton.algebra)}, and the black box ${what(box.kind.algebra)}`);
  }
  const { symbols } = automaton.alphabet;
  const alphabet = new Alphabet(new Set([...symbols, ...box.alphabet.symbols]));
  if (automaton.alphabet.equals(alphabet)) return automaton;
  if (isDeterministic(automaton)) return withAlphabet(toWdfsa(automaton), alphabet);
  return relabelLetters(automaton, alphabet, alphabet.word(symbols));
}

/** Do all answers agree, and show as many states as the automaton has? */
function holds({ size }: Automaton<unknown>, { difference, atLeast }: CertificateReport<unknown>): boolean {
  return difference === undefined && atLeast === size;
}

function sentences(
  automaton: Automaton<unknown>,
  report: CertificateReport<unknown>,
  machine: boolean,
): string {
  const { difference, atLeast, questions, rank } = report;
  const { algebra, alphabet, size } = automaton;
  const asked = countOf(questions, "question");
  const { terms, form } = kindOfAutomaton(automaton);
  if (difference !== undefined) {
    const [own, other] = [difference.automaton, difference.language].map((run) => outputsIn(run, algebra));
    if (own !== undefined && other !== undefined)
      return `does not hold: on ${alphabet.show(difference.word, terms)} the machine answers ${outputsLine(own)}, the black box ${outputsLine(other)}\n`;
    if (machine && other !== undefined)
      return `does not hold: the machine lacks an input of ${alphabet.show(difference.word)}, which the black box answers with ${outputsLine(other)}\n`;
    const weights = `${algebra.format(difference.automaton)} by the automaton, ${algebra.format(difference.language)} by the black box`;
    return `does not hold: ${alphabet.show(difference.word)} weighs ${weights}\n`;
  }
  const states = countOf(size, "state");
  const numerical = algebra.exact ? "" : "numerical ";
  if (!holds(automaton, report)) {
    const shown = rank ? `show only a ${numerical}rank of ${atLeast}` : `tell only ${atLeast} apart`;
    return `does not hold (${asked}): all answers agree, but they ${shown}, and the ${terms.automaton} has ${states}\n`;
  }
  if (rank) {
    const smallest = algebra.exact
      ? ", so no automaton with fewer states has it, deterministic or not;"
      : ",";
    const within = algebra.exact ? "" : " within the tolerance";
    return (
      `holds (${asked}): the ${numerical}rank of the language is at least ${size}${smallest} and if ` +
      `the rank is no higher, the automaton is right${within}\n`
    );
  }
  const rounded = algebra.exact ? "" : "as far as rounded weights can tell, ";
  return (
    `holds (${asked}): ${rounded}the ${terms.language} has at least ${states}${form}, ` +
    `and if it has no more, the learned ${terms.automaton} is right\n`
  );
}

function json(automaton: Automaton<unknown>, report: CertificateReport<unknown>, machine: boolean): string {
  const { algebra, alphabet, size } = automaton;
  const { difference, ...rest } = report;
  const told = (answer: unknown) =>
    outputsIn(answer, algebra) ?? (machine && algebra.isZero(answer) ? null : algebra.format(answer));
  const answers = ([own, other]: readonly unknown[]) =>
    hasOutputs(algebra) ? { outputs: { machine: own, target: other } } : { automaton: own, language: other };
  const found = difference && {
    word: alphabet.spell(difference.word),
    ...answers([difference.automaton, difference.language].map(told)),
  };
  return `${JSON.stringify({ holds: holds(automaton, report), states: size, ...rest, ...(found && { difference: found }) })}\n`;
}
