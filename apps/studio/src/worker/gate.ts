/** Lets a run go on, or makes it wait. */
export class Gate {
  #open: (() => void) | undefined;
  #opened = Promise.resolve();

  close(): void {
    if (this.#open !== undefined) return;
    this.#opened = new Promise((resolve) => {
      this.#open = resolve;
    });
  }

  open(): void {
    this.#open?.();
    this.#open = undefined;
  }

  /** Waits while the gate is closed. */
  pass(): Promise<void> {
    return this.#opened;
  }
}
