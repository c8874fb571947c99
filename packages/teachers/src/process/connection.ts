/** A program that lines are sent to and that sends lines back. */
export interface Connection {
  send(line: string): void;
  /** Asks it to end, and makes sure that it does. */
  close(): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}

/** What a connection tells whoever opened it; after `end` nothing more. */
export interface Listener {
  line(text: string): void;
  /** It has ended, or could not be started at all. */
  end(reason: string, neverStarted: boolean): void;
}

/** Opens a connection to a black box; called again when one has failed. */
export type Connect = (listener: Listener) => Connection;
