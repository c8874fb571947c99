/** A connection to a program that reads and writes lines. */
export interface Connection {
  send(line: string): void;
  /** Asks the program to end, and kills it if it does not. */
  close(): Promise<void>;
  /** Kills the program at once. */
  kill(): void;
}

/** Receives the events of a connection; none follow `end`. */
export interface Listener {
  line(text: string): void;
  /** The program has ended or could not be started. */
  end(reason: string, neverStarted: boolean): void;
}

/** Opens a connection to a black box; called again when one has failed. */
export type Connect = (listener: Listener) => Connection;
