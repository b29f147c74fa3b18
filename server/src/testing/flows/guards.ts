/**
 * Guards that a model can leave out, each with a name: the proofs must find a sequence that gets through without them;
 * otherwise the proofs are worthless.
 */
export class Guards<Guard extends string> {
  readonly #left: readonly Guard[];

  constructor(left: readonly Guard[]) {
    this.#left = left;
  }

  /** Whether a guard is in place. */
  stops(guard: Guard, refused: boolean): boolean {
    return refused && !this.#left.includes(guard);
  }
}
