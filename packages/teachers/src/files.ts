/** Files, their errors and optional packages, apart from the black boxes: commands that ask none need not load them. */

export { AppendFile } from "./journal/append-file.ts";
export { fileStorage, realFile, type Storage, systemError } from "./journal/storage.ts";
export { availableMemory, type Room, roomFor } from "./memory-meter.ts";
export { loadNeeded } from "./optional-package.ts";
