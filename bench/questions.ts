/**
 * What each learner asks and what that costs; other people's learners on the same targets.
 *
 *     npm run bench -- questions [--quick] [--seeds N] [--only tropical-10,mealy] [--peer-seconds N]
 */

import { families } from "./questions/families.ts";
import { againstPeers } from "./questions/peers.ts";
import { runSections } from "./support/section.ts";

export function run(args: readonly string[]): Promise<void> {
  return runSections("questions", [...families, ...againstPeers], args);
}
