/** A limit was met or the user has had enough: the run ends with what it has. */
export class Stopped extends Error {
  readonly outcome: "budget" | "cancelled";

  constructor(outcome: "budget" | "cancelled", reason: string) {
    super(reason);
    this.name = "Stopped";
    this.outcome = outcome;
  }
}

/** An answer was corrected or taken back: the learner starts again, and is told what is known without asking anyone. */
export class Restart extends Error {
  constructor() {
    super("the run starts again");
    this.name = "Restart";
  }
}

/** A person wants the last answer back. */
export class UndoRequest extends Error {
  constructor() {
    super("undo");
    this.name = "UndoRequest";
  }
}
