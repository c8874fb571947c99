/** Our decompositions beside LAPACK's, which numpy calls. */

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { jacobiSvd, Matrix, Random, singularValues, thinQr } from "@hankel/core";
import { finished } from "../peers/peers.ts";
import { best } from "../support/measure.ts";
import { type Findings, progress, type Section } from "../support/section.ts";

type Job = readonly [what: "qr" | "svd" | "values", rows: number, columns: number];

const JOBS: readonly Job[] = [
  ["qr", 200, 200],
  ["qr", 1000, 50],
  ["qr", 1000, 200],
  ["svd", 50, 50],
  ["svd", 200, 200],
  ["values", 50, 50],
  ["values", 200, 200],
];

const NAMES = { qr: "QR", svd: "SVD", values: "singular values" };

function ours([what, rows, columns]: Job): number {
  const random = new Random(1, rows, columns);
  const matrix = new Matrix(rows, columns);
  for (let i = 0; i < matrix.data.length; i++) matrix.data[i] = 2 * random.real() - 1;
  const work = {
    qr: () => thinQr(matrix),
    svd: () => jacobiSvd(matrix),
    values: () => singularValues(matrix),
  };
  return 1000 * best(work[what], 0.3, 5).cpu;
}

/** Milliseconds for each job, or why there are none. The peers' Python, or that on the path. */
async function numpy(): Promise<{ readonly version: string; readonly times: readonly number[] } | string> {
  const peer = (path: string) => fileURLToPath(new URL(`../peers/${path}`, import.meta.url));
  const installed = peer(".installed/python/bin/python");
  const python = existsSync(installed) ? installed : "python3";
  const end = await finished(python, [peer("lapack_adapter.py"), JSON.stringify(JOBS)], 120);
  try {
    return JSON.parse(end.output) as { version: string; times: number[] };
  } catch {
    return `numpy: ${end.complaints.trim().split("\n").at(-1) || end.how}; bench/peers/setup installs it`;
  }
}

export const lapack: Section = {
  name: "lapack",
  title: "Decompositions beside LAPACK",
  about:
    "Random matrices; milliseconds of the processor, the least of several runs; one thread. LAPACK, called by numpy, uses vector instructions of the processor and blocks of columns. Ours are " +
    "Householder's reflections and one-sided Jacobi rotations in plain JavaScript, the same numbers on every machine, and small singular values to their full precision.",
  async measure(): Promise<Findings> {
    process.env["OPENBLAS_NUM_THREADS"] = "1";
    const theirs = await numpy();
    const rows = JOBS.map((job, i) => {
      const [what, m, n] = job;
      progress(`lapack, ${what} ${m} × ${n}`);
      const we = ours(job);
      const they = typeof theirs === "string" ? null : theirs.times[i];
      return [NAMES[what], `${m} × ${n}`, we, they, they === null ? null : we / they];
    });
    return {
      columns: [
        { name: "decomposition" },
        { name: "matrix" },
        { name: "ours, ms", digits: 2 },
        { name: "numpy, ms", digits: 2 },
        { name: "times", digits: 1 },
      ],
      rows,
      notes: [typeof theirs === "string" ? theirs : `numpy ${theirs.version}`],
    };
  },
};
