/** What the command line needs of files on a disk, and packages that need not be installed. Apart from the black boxes, so that most commands load none. */

export {
  AppendFile,
  fileStorage,
  loadNeeded,
  realFile,
  systemError,
} from "@hankel/teachers/files";
