import { HankelError, messageOf } from "@hankel/core";

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
