export {
  codeTargetByEnding,
  codeTargets,
  codeTargetsOf,
  type GenerateOptions,
  generate,
} from "./generate.ts";
export { type StateNaming } from "./state-names.ts";
export { type CodeTarget, type GeneratedCode } from "./target.ts";
