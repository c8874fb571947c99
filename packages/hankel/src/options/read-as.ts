/** A log, and behind it how it is read, written like the options of learners: `log.csv:session=user,event=page`. */

import { InvalidArgumentError } from "commander";
import { misuse } from "../support/failures.ts";
import { entryOf, flagOf, type OptionName, type Options, optionsOf } from "./table.ts";
import { splitReadAs } from "./values.ts";

/** A file, and the options of logs that hold for it. */
interface ReadAs {
  readonly path: string;
  readonly options: Options;
}

/** What can stand behind a log: the options that are about logs in `hankel infer`, without their hyphens. */
const NAMES: ReadonlyMap<string, OptionName> = new Map(
  optionsOf("infer")
    .filter((name) => entryOf(name).in.anomalies === "logs" || name === "maxSymbols")
    .map((name) => [flagOf(name).slice(2), name]),
);

/** Reads what `flag` says. A colon may also belong to the path. */
export function readAs(flag: string, given: string): ReadAs {
  const { path, settings } = splitReadAs(given);
  const read = settings.map(([name, value]) => {
    const option = NAMES.get(name);
    if (option === undefined)
      throw misuse(
        `${flag} ${path}: there is no ${name}; behind a log stand ${[...NAMES.keys()].join(", ")}, as in ${path}:session=user,event=page`,
      );
    try {
      return [option, entryOf(option).read(value)];
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error;
      throw misuse(`${flag} ${path}: ${name}: ${error.message}`);
    }
  });
  return { path, options: Object.fromEntries(read) as Options };
}
