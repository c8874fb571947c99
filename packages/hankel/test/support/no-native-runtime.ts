/**
 * Takes the place of onnxruntime-node in tests: whether it is installed or not, networks run in onnxruntime-web. Vitest has an
 * error of its own for a package that is missing; this is Node's.
 */

throw Object.assign(new Error("tests use onnxruntime-web"), { code: "ERR_MODULE_NOT_FOUND" });
