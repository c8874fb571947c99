/** More tests of conjectures, what they claim, certificates, and random numbers from a seed. */

export {
  askBox,
  batches,
  type Certificate,
  type CertificateReport,
  type Claim,
  certificateOf,
  certificateWords,
  checkCertificate,
  equivalenceUsages,
  firstMismatch,
  givenWords,
  guidedWords,
  type Lengths,
  pacSampleSize,
  parseEquivalence,
  Random,
  sampledWords,
  shortWords,
  statement,
  type TestSetting,
} from "@hankel/core";
