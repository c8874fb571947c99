import { ApartLearner } from "@hankel/core";
import { conformance } from "../support/conformance.ts";

conformance({
  name: "apart",
  make: (algebra, alphabet) => new ApartLearner(algebra, alphabet),
});
