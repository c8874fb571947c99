/** A budget was spent or the user cancelled: the run ends with its best automaton so far. */
export class Stopped extends Error {
  readonly outcome: "budget" | "cancelled";

  constructor(outcome: "budget" | "cancelled", reason: string) {
    super(reason);
    this.name = "Stopped";
    this.outcome = outcome;
  }
}

/** An answer was corrected or withdrawn: the learner starts again and reuses the other recorded answers. */
export class Restart extends Error {
  constructor() {
    super("the run starts again");
    this.name = "Restart";
  }
}

/** A person withdraws the last answer. */
export class UndoRequest extends Error {
  constructor() {
    super("undo");
    this.name = "UndoRequest";
  }
}
