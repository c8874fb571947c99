import { HankelError, machineNames, quote } from "@hankel/core";
import type { Announcement } from "../box.ts";
import type { Reply } from "./messages.ts";

/** The answers of a machine are runs: products of outputs, which are words of the free group. */
const SEMIFIELD_OF_RUNS = "free-group";

/** Reads the first message of a black box. */
export function parseAnnouncement(reply: Reply): Announcement {
  const { hankel, alphabet, counterexamples = false, samples = false } = reply;
  if (hankel !== 1)
    throw badAnnouncement(
      `the black box speaks an unknown protocol version ("hankel": ${JSON.stringify(hankel)})`,
    );
  const answers = answersOf(reply);
  if (!Array.isArray(alphabet) || !alphabet.every((symbol) => typeof symbol === "string")) {
    throw badAnnouncement("the black box did not name its alphabet");
  }
  return { ...answers, alphabet, counterexamples: counterexamples === true, samples: samples === true };
}

/** What its answers are: weights of a semifield, or runs of a machine. */
function answersOf({ semifield, machine }: Reply): Pick<Announcement, "semifield" | "machine"> {
  if (semifield !== undefined && machine !== undefined) {
    throw badAnnouncement(
      'the black box announced both a "semifield" and a "machine"; its answers are weights or runs, so leave one of them out',
    );
  }
  if (machine === "mealy" || machine === "moore") return { semifield: SEMIFIELD_OF_RUNS, machine };
  if (machine !== undefined) {
    const found = typeof machine === "string" ? quote(machine) : JSON.stringify(machine);
    throw badAnnouncement(
      `the black box announced an unknown kind of machine, ${found}, not "mealy" or "moore"`,
    );
  }
  if (typeof semifield === "string") return { semifield };
  throw badAnnouncement('the black box named neither its "semifield" nor its "machine"');
}

function badAnnouncement(message: string): HankelError {
  const weights = '{"hankel": 1, "semifield": "real", "alphabet": ["a", "b"], "counterexamples": false}';
  const runs = '{"hankel": 1, "machine": "mealy", "alphabet": ["a", "b"]}';
  return new HankelError(
    "teacher",
    `${message}; a black box begins with a line such as ${weights} or ${runs}`,
  );
}

/** What differs between the announcements of two workers, or undefined. */
export function announcementsDiffer(a: Announcement, b: Announcement): string | undefined {
  const answers = ({ semifield, machine }: Announcement) =>
    machine === undefined ? `semifield ${quote(semifield)}` : `a ${machineNames[machine]}`;
  if (answers(a) !== answers(b)) return `${answers(b)} instead of ${answers(a)}`;
  if (JSON.stringify(a.alphabet) !== JSON.stringify(b.alphabet)) return "another alphabet";
  return undefined;
}
