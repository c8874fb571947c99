/** Files and their errors, apart from the black boxes: commands that ask none need not load them. */

export { AppendFile } from "./journal/append-file.ts";
export { realFile } from "./journal/real-file.ts";
export { fileStorage, type Storage } from "./journal/storage.ts";
export { systemError } from "./journal/system-error.ts";
