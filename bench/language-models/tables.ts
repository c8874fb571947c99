/** What a tournament on networks found: a table of Hankel's own choices, and one of everybody. */

import type { Cell, Goal } from "../support/result.ts";
import type { Findings } from "../support/section.ts";
import { type Contest, type Entry, OWN, PLATEAU, PROTOTYPE, TAUGHT_BY, WITHOUT_PREFIXES } from "./contest.ts";
import { weiss } from "./network-peers.ts";
import type { Tournament } from "./tournament.ts";

const entryOf = ({ entries }: Contest, who: string) => entries.find((entry) => entry.who === who);

function incomplete({ missing, shown }: Tournament): Pick<Findings, "incomplete"> {
  if (!shown) return { incomplete: "the document shows examples/models" };
  return missing.length === 0 ? {} : { incomplete: "not all peers are installed" };
}

export function networkTable(found: Tournament): Findings {
  const rows = found.contests.flatMap(({ network, entries }) =>
    entries.map((entry) => [
      network.name,
      entry.who,
      entry.states,
      entry.words,
      entry.distributions,
      entry.seconds,
      entry.variation,
      entry.divergence,
      entry.wordErrorRate,
      entry.ndcg,
      entry.stopped ?? "",
    ]),
  );
  return {
    columns: [
      { name: "network" },
      { name: "who" },
      { name: "states" },
      { name: "words" },
      { name: "distributions" },
      { name: "seconds", digits: 1 },
      { name: "TV", digits: 4 },
      { name: "KL", digits: 4 },
      { name: "WER", digits: 3 },
      { name: "NDCG", digits: 4 },
      { name: "stopped at" },
    ],
    rows,
    // Of the n-grams the document shows the best ones.
    shown: rows.flatMap(([, who], i) => (/^[23]-grams/u.test(`${who}`) ? [] : [i])),
    goals: [
      fewer(found.contests, PROTOTYPE),
      fewer(found.contests, PLATEAU),
      fewer(found.contests, weiss.name),
      nearer(found.contests, PROTOTYPE),
      nearer(found.contests, weiss.name),
    ],
    notes: [
      ...found.contests.flatMap(({ network, failures }) =>
        failures.map((failure) => `${network.name}, no result: ${failure}`),
      ),
      ...found.kept,
      ...found.missing.map(({ name }) => `not installed, so not compared: ${name}`),
    ],
    ...incomplete(found),
  };
}

/** Hankel asks for fewer distributions than somebody, where an answer is one distribution for both. */
function fewer(contests: readonly Contest[], who: string): Goal {
  return count(contests, `fewer distributions than ${who}`, WITHOUT_PREFIXES, who, (own, other) => {
    return (own.distributions ?? 0) < (other.distributions ?? 0);
  });
}

/** Hankel's own choice is at least as near to the network as somebody's, up to the confidence interval of the words. */
function nearer(contests: readonly Contest[], who: string): Goal {
  return count(contests, `a total variation no larger than that of ${who}`, OWN, who, atMost);
}

function atMost(own: Entry, other: Entry): boolean {
  return own.variation <= other.variation + (own.margin ?? 0);
}

function count(
  contests: readonly Contest[],
  goal: string,
  own: string,
  who: string,
  holds: (own: Entry, other: Entry) => boolean,
): Goal {
  const pairs = contests.flatMap((contest) => {
    const [a, b] = [entryOf(contest, own), entryOf(contest, who)];
    return a === undefined || b === undefined ? [] : [{ name: contest.network.name, met: holds(a, b) }];
  });
  const missed = pairs.filter(({ met }) => !met).map(({ name }) => name);
  const but = missed.length === 0 ? "" : `; not on ${missed.join(", ")}`;
  return {
    goal,
    found: `${pairs.length - missed.length} of ${pairs.length}${but}`,
    met: missed.length === 0,
  };
}

export function choiceTable(found: Tournament): Findings {
  const rows = found.contests.map((contest): Cell[] => {
    const own = entryOf(contest, OWN) as Entry;
    const taughtBy = entryOf(contest, TAUGHT_BY);
    return [
      contest.network.name,
      taughtBy?.states ?? null,
      own.states,
      sameCell(contest),
      own.words,
      own.distributions,
      own.seconds,
      own.variation,
      taughtBy?.variation ?? null,
      own.divergence,
      taughtBy?.divergence ?? null,
    ];
  });
  const taught = found.contests.filter(({ agreement }) => agreement !== undefined);
  const same = taught.filter(({ agreement }) => agreement?.same === true).length;
  return {
    columns: [
      { name: "network" },
      { name: "states taught" },
      { name: "states" },
      { name: "the same machine" },
      { name: "words" },
      { name: "distributions" },
      { name: "seconds", digits: 1 },
      { name: "TV", digits: 4 },
      { name: "TV of the teacher", digits: 4 },
      { name: "KL", digits: 4 },
      { name: "KL of the teacher", digits: 4 },
    ],
    rows,
    goals: [
      {
        goal: "the same machine as the teacher",
        found: `${same} of ${taught.length}`,
        met: same === taught.length,
      },
      count(found.contests, "a total variation no larger than the teacher's", OWN, TAUGHT_BY, atMost),
    ],
    ...incomplete(found),
  };
}

function sameCell({ agreement }: Contest): Cell {
  if (agreement === undefined) return null;
  if (agreement.same) return `yes, ${agreement.arcs} arcs`;
  return agreement.wrong === 0 ? "more states" : `no: ${agreement.wrong} of ${agreement.arcs} arcs differ`;
}
