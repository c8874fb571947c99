/** What the command line needs of files on a disk, and packages that need not be installed. Apart from the black boxes, so that most commands load none. */

export {
  AppendFile,
  availableMemory,
  fileStorage,
  loadNeeded,
  type Room,
  realFile,
  roomFor,
  systemError,
} from "@hankel/teachers/files";
