/**
 * What each learner asks and what that costs; what the savings of the tree learner save; other people's learners on the
 * same targets.
 *
 *     npm run bench -- questions [--quick] [--seeds N] [--only tropical-10,mealy] [--peer-seconds N]
 *     npm run bench -- questions --only savings --dir FOLDER      FOLDER holds machines in DOT
 */

import { families } from "./questions/families.ts";
import { againstPeers } from "./questions/peers.ts";
import { savingsSection } from "./questions/savings.ts";
import { runSections } from "./support/section.ts";

export function run(args: readonly string[]): Promise<void> {
  return runSections("questions", [savingsSection, ...families, ...againstPeers], args);
}
