/** How right a model is about a log, for people. */

import { countOf } from "../internal/core.ts";
import type { LogFigures, Share } from "../learning.ts";
import { columns } from "./columns.ts";

type Row = readonly [name: string, share: Share | undefined, about: string];

/** The figures as a table: each a share with an interval, which is wide where there are few words. */
export function logTable(figures: LogFigures): string[] {
  const rows = rowsOf(figures).map(([name, share, about]) =>
    share === undefined ? [name, "-", "", about] : [name, three(share.mean), interval(share), about],
  );
  return columns(rows);
}

/** The figure that says most, in a few words. */
export function logFigure(figures: LogFigures): string {
  const [[name, share]] = rowsOf(figures).filter(([, each]) => each !== undefined);
  return share === undefined ? name : `${name} ${three(share.mean)} (${interval(share)})`;
}

function rowsOf(figures: LogFigures): readonly Row[] {
  switch (figures.kind) {
    case "language": {
      const { balanced, accuracy, accepted, rejected } = figures;
      const of = (share: Share | undefined, label: number) =>
        share === undefined
          ? `no word is labelled ${label}`
          : `of ${countOf(share.count, "word")} labelled ${label}`;
      return [
        ["balanced accuracy", balanced, "the mean of the shares of accepted and of rejected words"],
        ["accuracy", accuracy, `of ${countOf(accuracy.count, "word")}`],
        ["  accepted", accepted, of(accepted, 1)],
        ["  rejected", rejected, of(rejected, 0)],
      ];
    }
    case "machine":
      return [
        ["right outputs", figures.outputs, `of ${countOf(figures.outputs.count, "output")}`],
        [
          "right traces",
          figures.traces,
          `of ${countOf(figures.traces.count, "trace")}, without a wrong output`,
        ],
      ];
    case "weights":
      return [["right weights", figures.weights, `of ${countOf(figures.weights.count, "word")}`]];
  }
}

function interval({ low, high }: Share): string {
  return `95 %: ${three(low)} to ${three(high)}`;
}

/** A share to three places, but nothing that is not is shown as 0 or 1. */
function three(share: number): string {
  if (share === 0 || share === 1) return String(share);
  return String(Math.min(0.999, Math.max(0.001, Number(share.toFixed(3)))));
}
