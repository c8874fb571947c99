/** What the command line takes from the black boxes beyond the public entries. Apart from the core's, so that most commands load none. */

export {
  availableMemory,
  defaultMaxMemory,
  fieldBox,
  HEAP_SHARE,
  headerOf,
  journalOf,
  limitSentence,
  memoryMeter,
  namedTests,
  planRun,
  type RunPlan,
  testHeaderOf,
  unlockJournal,
  usualTests,
} from "@hankel/teachers";
