/**
 * Guards that a model can be told to leave out, each under a name: a sequence that gets through without them has to be found
 * by the proofs, or the proofs prove nothing.
 */
export class Guards<Guard extends string> {
  readonly #left: readonly Guard[];

  constructor(left: readonly Guard[]) {
    this.#left = left;
  }

  /** Whether a guard stops what it is asked about. */
  stops(guard: Guard, refused: boolean): boolean {
    return refused && !this.#left.includes(guard);
  }
}
