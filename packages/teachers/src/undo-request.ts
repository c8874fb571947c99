/** A person wants the last answer back. */
export class UndoRequest extends Error {
  constructor() {
    super("undo");
    this.name = "UndoRequest";
  }
}
