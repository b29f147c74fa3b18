import pg from 'pg';

/** A statement of a trip: a text, or the name of a prepared one with its values in text form. */
export type Step = { text: string } | { name: string; values: string[] };

/** The parts of the driver's connection that are used here; its types do not declare them. */
interface Wire {
  stream: { cork(): void; uncork(): void };
  parse(message: { text: string; name: string }): void;
  bind(message: { statement: string; values: string[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: object): void;
  sync(): void;
}

type Answer = pg.QueryResult<object>;

/**
 * Several statements in one write with one Sync, which takes one round trip. After an error the server skips the
 * remaining statements, so a COMMIT after a failed write is not executed. The driver's query collects the results; only
 * the sending is our own code.
 */
class Trip extends pg.Query {
  readonly steps: readonly Step[];

  constructor(steps: readonly Step[], done: (error: Error | null, answers: Answer | Answer[]) => void) {
    super({ text: 'trip' }, done as never);
    this.steps = steps;
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const step of this.steps) {
      if ('text' in step) {
        wire.parse({ text: step.text, name: '' });
        wire.bind({ statement: '', values: [] });
      } else {
        wire.bind({ statement: step.name, values: step.values });
        wire.describe({ type: 'P', name: '' });
      }
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
  };
}

/** Runs the steps in one trip and returns their results in order. @throws the first error of a step */
export const trip = (client: pg.Client, steps: readonly Step[]): Promise<Answer[]> =>
  new Promise((resolve, reject) => {
    client.query(
      new Trip(steps, (error, answers) => {
        if (error) reject(error);
        else resolve(Array.isArray(answers) ? answers : [answers]);
      }),
    );
  });
