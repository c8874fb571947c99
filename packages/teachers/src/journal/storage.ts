import {
  closeSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { HankelError, messageOf } from "@hankel/core";

/** A file that grows at its end. Tests use one in memory that fails on demand. */
export interface Storage {
  /** The whole content; empty if the file does not exist. */
  read(): Uint8Array;
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
  let file: number | undefined;
  const open = () => {
    if (file !== undefined) return file;
    try {
      file = openSync(path, "r+");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw ioError(error, `open ${path}`);
      file = create(path);
    }
    return file;
  };
  return {
    read() {
      try {
        return readFileSync(path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Uint8Array(0);
        throw ioError(error, `read ${path}`);
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
    throw ioError(error, `create ${path}`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EISDIR: "it is a folder",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file may not grow any further",
  EROFS: "the file system is read-only",
};

export function ioError(error: unknown, attempt: string): HankelError {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? "";
  const reason = REASONS[code] ?? messageOf(error);
  return new HankelError("usage", `cannot ${attempt}: ${reason}`, { cause: error });
}
