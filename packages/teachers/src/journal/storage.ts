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
import { HankelError } from "@hankel/core";

/** Bytes that grow at their end. A test has some of its own, that break where it wants. */
export interface Storage {
  /** What is there; empty if nothing is. */
  read(): Uint8Array;
  truncate(length: number): void;
  /** Writes at a place, as much as goes; returns how much. */
  write(bytes: Uint8Array, position: number): number;
  /** Waits until everything is on the disk. */
  sync(): Promise<void>;
  remove(): void;
  close(): void;
}

const fdatasyncAsync = promisify(fdatasync);

/** A file, created when there is none. */
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
        // There was none.
      }
    },
    close() {
      if (file !== undefined) closeSync(file);
      file = undefined;
    },
  };
}

/** A new file is on the disk only when its folder is. */
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
  const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
  return new HankelError("usage", `cannot ${attempt}: ${reason}`, { cause: error });
}
