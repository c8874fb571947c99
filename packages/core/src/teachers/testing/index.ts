export { cancellationSentence } from "./cancellation.ts";
export {
  askBox,
  batches,
  type Claim,
  type EquivalenceTest,
  type EquivalenceTests,
  testList,
} from "./equivalence-test.ts";
export { equivalenceUsages, parseEquivalence, type TestSetting } from "./parse-equivalence.ts";
export { stateRegression } from "./regression/search.ts";
export { statement, type Tested } from "./statement.ts";
export { affordableProof, type ProofOptions } from "./strategies/affordable-proof.ts";
export { guidedWords } from "./strategies/guided-words.ts";
export { likelyPaths } from "./strategies/likely-paths.ts";
export { breadthFirst, givenWords, shortWords } from "./strategies/listed-words.ts";
export { longTours } from "./strategies/long-tours.ts";
export { loopWords } from "./strategies/loop-words.ts";
export { likeModel } from "./strategies/model-words.ts";
export { pac, pacSampleSize } from "./strategies/pac.ts";
export { randomWalks } from "./strategies/random-walks.ts";
export { type Lengths, randomWords } from "./strategies/random-words.ts";
export { sampledWords } from "./strategies/sampled-words.ts";
export { stateTests } from "./strategies/state-tests.ts";
export { wMethod, wpMethod } from "./strategies/w-method.ts";
export { testWords } from "./test-words.ts";
export { examinedBy, firstMismatch, type TryOptions, tryWords } from "./try-words.ts";
