export {
  type Certificate,
  type CertificateReport,
  certificateOf,
  certificateWords,
  type RankCertificate,
  type StateCertificate,
} from "./certificate.ts";
export { checkCertificate } from "./check-certificate.ts";
export { exactTeacher } from "./exact.ts";
export { fieldTeacher } from "./field.ts";
export { type FunctionTeacherOptions, functionTeacher } from "./function.ts";
export { type MachineTeacherOptions, machineTeacher } from "./machine.ts";
export * from "./testing/index.ts";
export { type Counts, cached, counted } from "./wrappers.ts";
