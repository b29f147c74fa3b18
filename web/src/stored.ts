import * as v from 'valibot';

/** One value in the browser's storage. */
export interface Stored<T> {
  readonly key: string;
  /** The value; null if there is none, or none that fits the schema. */
  read: () => T | null;
  write: (value: T) => void;
  remove: () => void;
  /** The value in a text of the storage, such as `newValue` of a storage event. */
  parse: (text: string | null) => T | null;
}

/**
 * A value in the browser's storage, as JSON. If the browser refuses storage, the value lasts as long as the page.
 * @param area `local`: shared by the tabs of this browser · `session`: of this tab, and of the documents it loads
 */
export function stored<T>(key: string, schema: v.GenericSchema<unknown, T>, area: 'local' | 'session'): Stored<T> {
  const storage = () => (area === 'local' ? localStorage : sessionStorage);
  let inMemory: string | null = null;

  const parse = (text: string | null): T | null => {
    if (text === null) return null;
    try {
      const checked = v.safeParse(schema, JSON.parse(text));
      return checked.success ? checked.output : null;
    } catch {
      return null;
    }
  };
  const readText = () => {
    try {
      return storage().getItem(key);
    } catch {
      return inMemory;
    }
  };
  return {
    key,
    parse,
    read: () => parse(readText()),
    write: (value) => {
      inMemory = JSON.stringify(value);
      try {
        storage().setItem(key, inMemory);
      } catch {
        // The copy in memory serves this page.
      }
    },
    remove: () => {
      inMemory = null;
      try {
        storage().removeItem(key);
      } catch {
        // There is nothing to remove.
      }
    },
  };
}
