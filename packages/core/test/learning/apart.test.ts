import { createLearner, weightsIn } from "@hankel/core";
import { conformance } from "../support/conformance.ts";

conformance({
  name: "apart",
  make: (algebra, alphabet, kind = weightsIn(algebra)) =>
    createLearner({ kind, alphabet }, { learner: "apart" }),
});
