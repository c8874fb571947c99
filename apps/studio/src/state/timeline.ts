/** How long a step is shown when a run plays, in milliseconds, by speed: at least, and for each character of its sentence. */
export const SPEEDS = {
  slow: { least: 4000, character: 60 },
  normal: { least: 2500, character: 35 },
  fast: { least: 800, character: 8 },
  faster: { least: 90, character: 0 },
} as const;
export type Speed = keyof typeof SPEEDS;

/** Something that is gone through step by step. */
export interface Timeline {
  /** The step that is shown, and how many there are. */
  readonly position: number;
  readonly length: number;
  readonly atEnd: boolean;
  readonly playing: boolean;
  speed: Speed;
  /** How long the step that is shown stays while it plays: as long as it takes to read. */
  pauseAt(speed: Speed): number;
  go(to: number): void;
  /** Some steps forth or back, by hand. */
  move(by: number): void;
  toggle(): void;
  /** Shows the newest step, if that is wanted. */
  follow(): void;
  /** Shows the step of a link, as soon as it is there. */
  settle(): void;
}
