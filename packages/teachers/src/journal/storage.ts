import {
  closeSync,
  fdatasync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { HankelError, messageOf } from "@hankel/core";

/** A file that grows at its end. Tests use one in memory that fails on demand. */
export interface Storage {
  /** How many bytes it has; none if the file does not exist. */
  size(): number;
  /** The content between two positions. */
  read(start: number, end: number): Uint8Array;
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
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw systemError(error, `open ${path}`);
      file = create(path);
    }
    return file;
  };
  return {
    size: () => statSync(path, { throwIfNoEntry: false })?.size ?? 0,
    read: (start, end) => readPart(path, start, end),
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
  let file: number | undefined;
  try {
    file = openSync(path, "r");
    const bytes = Buffer.alloc(end - start);
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start));
  } catch (error) {
    throw systemError(error, `read ${path}`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Makes a new name of a file last: without it, a power cut may lose the file. Windows has no such call. */
function syncFolderOf(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function create(path: string): number {
  try {
    const file = openSync(path, "wx+", 0o644);
    syncFolderOf(path);
    return file;
  } catch (error) {
    throw systemError(error, `create ${path}`);
  }
}

/** Links that are followed; the system gives up at about as many. */
const MOST_LINKS = 40;

/** The absolute path of a file without symbolic links; the file need not exist, also behind a link. */
export function realFile(path: string, links = 0): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    if (whole === dirname(whole) || links > MOST_LINKS) return whole;
    const folder = realFile(dirname(whole), links + 1);
    const found = join(folder, basename(whole));
    const target = linkTarget(found);
    return target === undefined ? found : realFile(resolve(folder, target), links + 1);
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "no such file or folder",
  EACCES: "permission denied",
  EPERM: "not permitted",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is not a folder",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file may not grow any further",
  EROFS: "the file system is read-only",
  ENAMETOOLONG: "the name is too long",
  EMFILE: "too many files are open",
  ELOOP: "too many symbolic links",
  ENXIO: "it is a socket, or a device that is not there",
  EPIPE: "its reader has gone",
  ERR_STRING_TOO_LONG: "it is larger than 512 MiB",
  ERR_FS_FILE_TOO_LARGE: "it is larger than 2 GiB",
};

/** An error of the operating system as a `HankelError`: what was tried, and why it failed. */
export function systemError(error: unknown, attempt: string): HankelError {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? "";
  const reason = REASONS[code] ?? messageOf(error);
  return new HankelError("usage", `cannot ${attempt}: ${reason}`, { cause: error });
}
