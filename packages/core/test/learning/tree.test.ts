import { TreeLearner } from "@hankel/core";
import { conformance } from "../support/conformance.ts";

conformance({
  name: "tree",
  make: (algebra, alphabet) => new TreeLearner(algebra, alphabet),
});
