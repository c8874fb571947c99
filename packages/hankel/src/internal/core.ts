/** What the command line takes from the core beyond the public entries. */

export {
  addressWithoutSecrets,
  adviser,
  bytesOf,
  checkPrices,
  costOf,
  countAllWords,
  countOf,
  defaultTests,
  LARGEST_DIGITS,
  MOST_SYMBOLS,
  messageOf,
  NONE_STANDS_OUT,
  numbersOf,
  quote,
  RANK_TOLERANCE,
  shortenedApart,
  timePassed,
  wasStopped,
  weighedBlockBytes,
} from "@hankel/core";
