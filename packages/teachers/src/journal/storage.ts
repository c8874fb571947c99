import {
  closeSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { systemError } from "./system-error.ts";

/** A file that grows at its end. Tests use one in memory that fails on demand. */
export interface Storage {
  /** How many bytes it has; none if the file does not exist. */
  size(): number;
  /** The content between two positions, the whole of it by default. */
  read(start?: number, end?: number): Uint8Array;
  truncate(length: number): void;
  /** Writes as many bytes as it can at a position; returns how many. */
  write(bytes: Uint8Array, position: number): number;
  /** Waits until everything is on the disk. */
  sync(): Promise<void>;
  remove(): void;
  close(): void;
}

const fdatasyncAsync = promisify(fdatasync);

/** A file on disk, created on the first write. */
export function fileStorage(path: string): Storage {
  const size = () => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let file: number | undefined;
  const open = () => {
    if (file !== undefined) return file;
    try {
      file = openSync(path, "r+");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw systemError(error, `open ${path}`);
      file = create(path);
    }
    return file;
  };
  return {
    size,
    read(start = 0, end = size()) {
      if (end <= start) return new Uint8Array(0);
      try {
        return start === 0 && end === size() ? readFileSync(path) : readPart(path, start, end);
      } catch (error) {
        throw systemError(error, `read ${path}`);
      }
    },
    truncate: (length) => ftruncateSync(open(), length),
    write: (bytes, position) => writeSync(open(), bytes, 0, bytes.length, position),
    async sync() {
      if (file !== undefined) await fdatasyncAsync(file);
    },
    remove() {
      this.close();
      try {
        unlinkSync(path);
      } catch {
        // It does not exist.
      }
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

function readPart(path: string, start: number, end: number): Uint8Array {
  const file = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(end - start);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
  } finally {
    closeSync(file);
  }
}

/** Creates a file and syncs its folder: otherwise a power cut may lose the new file. */
function create(path: string): number {
  try {
    const file = openSync(path, "wx+", 0o644);
    if (process.platform !== "win32") {
      const folder = openSync(dirname(path), "r");
      fsyncSync(folder);
      closeSync(folder);
    }
    return file;
  } catch (error) {
    throw systemError(error, `create ${path}`);
  }
}
