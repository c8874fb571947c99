/** What the command line needs of files on a disk. Apart from the black boxes, so that most commands load none. */

export {
  AppendFile,
  fileStorage,
  realFile,
  systemError,
} from "@hankel/teachers/files";
