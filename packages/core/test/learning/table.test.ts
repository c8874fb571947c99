import { TableLearner } from "@hankel/core";
import { conformance } from "../support/conformance.ts";

conformance({
  name: "table (prefixes)",
  make: (algebra, alphabet) => new TableLearner(algebra, alphabet),
});

conformance({
  name: "table (suffixes)",
  make: (algebra, alphabet) => new TableLearner(algebra, alphabet, { counterexamples: "suffixes" }),
});

conformance({
  name: "table (Rivest–Schapire)",
  make: (algebra, alphabet) => new TableLearner(algebra, alphabet, { counterexamples: "rivest-schapire" }),
});
