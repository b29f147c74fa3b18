export type Path = readonly string[];

export const brokenWays = ['missing', 'null', 'of a wrong type'] as const;

/** A copy in which the value at this path is another one; undefined removes it. */
export function replaceAt(form: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  return { ...(form as object), [key]: replaceAt((form as Record<string, unknown>)[key], rest, value) };
}

const isForm = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const pathsOf = (form: object): Path[] =>
  Object.entries(form).flatMap(([key, value]) => [
    [key],
    ...(isForm(value) ? pathsOf(value).map((path) => [key, ...path]) : []),
  ]);

/** A form with each of its fields, at every depth, broken in this way, one at a time. */
export function brokenForms(form: object, way: (typeof brokenWays)[number]): { path: Path; form: unknown }[] {
  return pathsOf(form).map((path) => {
    const value = path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], form);
    const wrong = typeof value === 'string' ? 7 : 'odd';
    const broken = { missing: undefined, null: null, 'of a wrong type': wrong }[way];
    return { path, form: replaceAt(form, path, broken) };
  });
}
