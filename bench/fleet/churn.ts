/** A fleet on machines that come and go, beside the same fleet undisturbed. */

import { type ChurnOptions, type ChurnResult, runChurn, runLocal } from "../../scripts/churn.ts";
import { missing } from "../../scripts/nats-server.ts";
import type { Cell } from "../support/result.ts";
import { progress, type Section, WrongInput } from "../support/section.ts";

const CALM: ChurnOptions = { workers: 8, word: 300, equivalence: "short:600", seed: 1 };
const DISTURBED: ChurnOptions = { ...CALM, kill: 1000, restart: 10_000 };

const perWorker = ({ words, living }: ChurnResult) => words / living;

export const churn: Section = {
  name: "churn",
  title: "Machines that come and go",
  about:
    "`hankel learn` with eight `hankel worker`, each a process with a box that takes 0.3 s for a word, on this machine: undisturbed; and with one of those at work each " +
    "second, drawn at random, killed by SIGKILL and started again at once, and the server killed and started again every ten seconds. A worker *lives* from the moment when it is " +
    "at work until it is killed: how long a machine takes to start is not the fleet's business.",
  async measure({ quick }) {
    if (missing) throw new WrongInput("fleets need nats-server: apt-get install nats-server");
    const equivalence = quick ? "short:120" : CALM.equivalence;
    const local = await runLocal(equivalence);
    progress("fleet/churn undisturbed");
    const calm = await runChurn({ ...CALM, equivalence });
    progress("fleet/churn disturbed");
    const disturbed = await runChurn({ ...DISTURBED, equivalence });
    const same = (run: ChurnResult) => run.automaton === local.automaton && run.journal === local.journal;
    const row = (name: string, run: ChurnResult): Cell[] => [
      name,
      run.kills,
      run.restarts,
      run.words,
      run.seconds,
      run.living / run.seconds,
      perWorker(run),
      (100 * perWorker(run)) / perWorker(calm),
      same(run) ? "yes" : "no",
    ];
    const share = perWorker(disturbed) / perWorker(calm);
    return {
      columns: [
        { name: "fleet" },
        { name: "workers killed", digits: 0 },
        { name: "server restarted", digits: 0 },
        { name: "words", digits: 0 },
        { name: "seconds", digits: 1 },
        { name: "living workers, on average", digits: 1 },
        { name: "words/s per living worker", digits: 2 },
        { name: "of undisturbed, %", digits: 1 },
        { name: "same bytes as one local box" },
      ],
      rows: [row("undisturbed", calm), row("disturbed", disturbed)],
      goals: [
        {
          goal: "the automaton and the journal of one local box, to the byte",
          found: same(calm) && same(disturbed) ? "the same" : "different",
          met: same(calm) && same(disturbed),
        },
        {
          goal: "at least half of the undisturbed speed per living worker",
          found: `${(100 * share).toFixed(1)} %`,
          met: share >= 0.5,
        },
      ],
    };
  },
};
