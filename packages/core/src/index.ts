export { type ErrorCode, HankelError, type Place } from "./errors.ts";
