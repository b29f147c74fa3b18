import document from './sentences.json' with { type: 'json' };

type KeysOf<T> = T extends unknown ? keyof T : never;
type ValuesOf<T> = T extends unknown ? T[keyof T] : never;

/**
 * The tag of a sentence: its section, and its number there. Ids of the second document begin with `@a`. A number is never
 * used again, and need not follow the order.
 */
export type SentenceId = KeysOf<ValuesOf<ValuesOf<typeof document>>>;

export interface Sentence {
  id: SentenceId;
  /** The document, and the section of it. */
  chapter: string;
  section: string;
  text: string;
  /** The routes, banners (by their words) and constants of `contract/src/limits.ts` that the sentence is about. */
  routes: readonly string[];
  banners: readonly string[];
  limits: readonly string[];
}

type Row = string | { text: string; routes?: string[]; banners?: string[]; limits?: string[] };

/** Every sentence of the specification, in its order. */
export const sentences: readonly Sentence[] = Object.entries(document).flatMap(([chapter, sections]) =>
  Object.entries<Record<string, Row>>(sections).flatMap(([section, rows]) =>
    Object.entries(rows).map(([id, row]) => ({
      id: id as SentenceId,
      chapter,
      section,
      routes: [],
      banners: [],
      limits: [],
      ...(typeof row === 'string' ? { text: row } : row),
    })),
  ),
);

declare module 'vitest' {
  /** A test names the sentences that it proves: a tag that is none does not compile. */
  interface TestTags {
    sentence: SentenceId;
  }
}
