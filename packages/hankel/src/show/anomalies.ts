/** Traces that are not like a model, for people and for programs. */

import { countOf, shortenedApart } from "../internal/core.ts";
import type { Anomalies, Anomaly, Log, ScoreKind, Surprise } from "../learning.ts";
import { columns } from "./columns.ts";

/** A symbol, or the end of a trace. */
const END = "(end)";
const LONGEST = 40;

const shown = (symbol: string | undefined) =>
  symbol === undefined ? END : shortenedApart([symbol], LONGEST)[0];

/** The traces as a table, below a line about all of them. */
export function anomalyTable(
  anomalies: Anomalies,
  worst: readonly Anomaly[],
  log: Log,
  figure: string,
): string[] {
  const { kind } = anomalies;
  const rows = worst.map(({ trace, events, score, leaves, worst: surprise }) => [
    log.nameOf(trace) ?? String(trace + 1),
    log.sample.place?.(trace) ?? "",
    String(events),
    scoreOf(kind, score),
    leaves === undefined ? "-" : leaves === events ? "at its end" : `at event ${leaves + 1}`,
    surprise === undefined ? "-" : surpriseOf(surprise, events),
  ]);
  const head = [log.sessions ? "session" : "trace", "place", "events", kind, "leaves", "most surprising"];
  return [summary(anomalies, figure), "", ...columns([head, ...rows])];
}

function scoreOf(kind: ScoreKind, score: number): string {
  if (!Number.isFinite(score)) return "∞";
  return kind === "bits per event" ? score.toFixed(3) : `${Number((100 * score).toPrecision(3))} %`;
}

function surpriseOf({ event, came, bits, expected }: Surprise, events: number): string {
  const where = event >= events ? END : `event ${event + 1}: ${shown(came)}`;
  const much = Number.isFinite(bits) ? ` (${bits.toFixed(1)} bits)` : "";
  const instead = expected.length === 0 ? "" : `, expected ${expected.map(shown).join(" or ")}`;
  return `${where}${much}${instead}`;
}

/** How many traces leave the model, or are accepted against their label, and how good it is on all of them. */
function summary({ kind, traces }: Anomalies, figure: string): string {
  const away = traces.filter(({ leaves }) => leaves !== undefined).length;
  const against = traces.filter(
    ({ leaves, score }) => kind === "share of the trace" && leaves === undefined && score > 0,
  ).length;
  const parts = [
    `${countOf(traces.length, "trace")}, ${away} ${away === 1 ? "leaves" : "leave"} the model`,
    ...(against === 0 ? [] : [`${against} ${against === 1 ? "is" : "are"} accepted against the label`]),
  ];
  const inside = traces.filter(({ score }) => Number.isFinite(score));
  const mean = inside.reduce((sum, { score }) => sum + score, 0) / inside.length;
  const others =
    kind === "bits per event" && away > 0 && inside.length > 0
      ? `; the others have ${mean.toFixed(3)} bits per event in the mean`
      : "";
  return `${parts.join(", ")}; ${figure}${others}`;
}

/** A trace as an object. JSON has no infinity: it is null there. */
export function anomalyFacts(anomaly: Anomaly, { nameOf, sample }: Log): Record<string, unknown> {
  const { trace, events, score, leaves, worst } = anomaly;
  const session = nameOf(trace);
  return {
    trace: trace + 1,
    ...(session !== undefined && { session }),
    ...(sample.place && { place: sample.place(trace) }),
    events,
    score,
    leaves: leaves === undefined ? null : leaves + 1,
    worst:
      worst === undefined
        ? null
        : {
            event: worst.event + 1,
            came: worst.came ?? null,
            bits: worst.bits,
            expected: worst.expected.map((symbol) => symbol ?? null),
          },
  };
}
