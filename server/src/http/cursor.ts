/** A position in a keyset list: the value by which the list is sorted, and the row's id. */
export interface Place {
  key: string;
  id: string;
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** A time in the form of cursors. PostgreSQL has neither a year 0 nor February 30, which `Date` reads as March 2. */
function isTime(text: string): boolean {
  const at = new Date(text);
  return /^(?!0000)\d{4}-/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString() === text;
}

const kinds = {
  time: isTime,
  number: (text: string) => /^-?\d{1,16}$/.test(text),
};

/** A place as an opaque text. */
export const cursorOf = ({ key, id }: Place): string => Buffer.from(`${key} ${id}`).toString('base64url');

/** The position of a cursor; null if it is not a cursor of a list that is sorted by a time or a number. */
export function placeOf(cursor: string, kind: keyof typeof kinds): Place | null {
  const [key = '', id = '', ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ');
  return rest.length === 0 && kinds[kind](key) && isId(id) ? { key, id } : null;
}
