/** The mark of the library for what is left out; the library itself is not loaded for the help. */
const CUT = "...";

/** An address: its scheme, user and password up to the last @, its place, and its parameters. */
const ADDRESS = /(\b\w+:\/\/)(\S*@)?([^\s?'"]*)(\?[^\s'"]*)?/gu;
/** Up to the colon in front of a port that is none: who forgets the machine has a password there. A sentence may go on behind a port. */
const UP_TO_NO_PORT = /^([^/#:[]*:)(?!\d*[.,;:)]*(?:[/#]|$)).*$/u;

/**
 * A message in which no address has a user, a password or parameters. They may be secrets, and a mistyped command line has
 * them where nobody expects an address: in the name of an option or of a file, in a number.
 */
export function plainAddresses(message: string): string {
  return message.replaceAll(
    ADDRESS,
    (_, scheme: string, user: string | undefined, place: string, parameters: string | undefined) =>
      `${scheme}${user === undefined ? "" : `${CUT}@`}${place.replace(UP_TO_NO_PORT, `$1${CUT}`)}${parameters === undefined ? "" : `?${CUT}`}`,
  );
}
