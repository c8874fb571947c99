/** The lines of progress of the command: every few seconds, so that a slow machine shows more of them than a fast one. */
const PROGRESS = [
  String.raw`\d+ states?, (?:\d+ questions? in |KL |.* asked \(|measuring the result, ).*`,
  "the black box starts; no sign of it for .*",
  "no question asked yet",
  String.raw`\d+ states, words up to length \d+ are done; it gives up at .*`,
  String.raw`\d+ words? weighed(?:: singular values)?`,
  String.raw`\d+ words over \d+ symbols: .*`,
  String.raw`\d+ of \d+ words? drawn`,
  String.raw`\d+ words? compared`,
  String.raw`\d+ pairs? of prefixes`,
  "learning .*",
];

/** What a command has printed, without its progress. */
export function withoutProgress(printed: string): string {
  return printed.replaceAll(new RegExp(`^(?:${PROGRESS.join("|")})\n`, "gmu"), "");
}
