import { ApartLearner } from "@hankel/core";
import { conformance } from "../support/conformance.ts";

conformance({
  name: "apart",
  make: (algebra, alphabet, machine) => new ApartLearner(algebra, alphabet, {}, undefined, machine),
});
