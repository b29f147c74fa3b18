import { holdsCardNumber } from '@florin/contract/cards/card-number';
import * as v from 'valibot';
import { stored } from '../../stored.ts';

/*
 * What was typed in forms when the session ended without being asked to, for the next sign-in of the same membership in this
 * tab (decision 072). A form takes part by its key (`useKeptForm`).
 */

/** How a form stands: what it was opened with, and what it holds. */
export interface KeptValues<T = unknown> {
  base: T;
  values: T;
}

interface OpenForm extends KeptValues {
  /** The membership that types. */
  userId: string;
}

const keptForMs = 30 * 60_000;

const Kept = v.object({
  userId: v.string(),
  forms: v.record(v.string(), v.object({ at: v.number(), base: v.unknown(), values: v.unknown() })),
});
const kept = stored('florin-kept-forms', Kept, 'session');

const open = new Map<string, () => OpenForm | null>();

/**
 * A form that is open.
 * @param read how it stands; null where there is nothing to keep
 * @returns a function that ends it
 */
export function openForm(key: string, read: () => OpenForm | null): () => void {
  open.set(key, read);
  return () => {
    if (open.get(key) === read) open.delete(key);
  };
}

/** The digits of an id may look like a card number. */
const id = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** What the browser itself treats as a secret is never kept, whichever form asks for it. */
const secretFields = '[type="password"], [autocomplete="one-time-code"], [autocomplete^="cc-"]';

/** Keeps what is typed in the open forms. The session has just ended. */
export function keepForms(): void {
  for (const [key, read] of open) {
    const form = read();
    if (form !== null) keepForm(key, form);
  }
}

/** Keeps one form now: it survives a reload, too. */
export function keepForm(key: string, { userId, base, values }: OpenForm): void {
  const form = { at: Date.now(), ...withoutSecrets({ base, values }) };
  kept.write({ userId, forms: { ...formsOf(userId), [key]: form } });
}

function withoutSecrets(typed: KeptValues): KeptValues {
  const names = new Set([...document.querySelectorAll<HTMLInputElement>(secretFields)].map(({ name }) => name));
  const text = JSON.stringify(typed, (name, value: unknown) =>
    typeof value === 'string' && (names.has(name) || holdsCardNumber(value.replaceAll(id, ''))) ? '' : value,
  );
  return JSON.parse(text) as KeptValues;
}

/** What is kept for a membership and is not too old, by the keys of the forms. */
function formsOf(userId: string) {
  const found = kept.read();
  if (found?.userId !== userId) return {};
  const now = Date.now();
  return Object.fromEntries(Object.entries(found.forms).filter(([, { at }]) => now - at < keptForMs && at <= now));
}

/** The keys of the forms for which something is kept. */
export const keptKeys = (userId: string | undefined): readonly string[] =>
  userId === undefined ? [] : Object.keys(formsOf(userId));

/**
 * What is kept for a form, which has it from now on; null without. What no such form can hold, such as that of an older
 * version, is forgotten.
 * @param base what the form is opened with now
 * @param fits whether the form as it is opened now is the one that was left
 */
export function takeForm(
  key: string,
  userId: string,
  base: unknown,
  fits: (typed: KeptValues) => boolean,
): KeptValues | null {
  const { [key]: found, ...others } = formsOf(userId);
  if (!found) return null;
  const isSound = isLike(base, found.base) && isLike(base, found.values);
  if (isSound && !fits(found)) return null;
  kept.write({ userId, forms: others });
  return isSound ? found : null;
}

/** Whether a value has the fields and types of a model; a null may have been filled in. Items of lists are up to the form. */
function isLike(model: unknown, value: unknown): boolean {
  if (model === null || model === undefined) return typeof value !== 'object' || value === null;
  if (typeof model !== 'object' || Array.isArray(model))
    return typeof model === typeof value && Array.isArray(model) === Array.isArray(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const [models, values] = [new Map(Object.entries(model)), new Map(Object.entries(value))];
  return [...models.keys(), ...values.keys()].every((name) => isLike(models.get(name), values.get(name)));
}

/** Forgets what is kept unless it belongs to one of these memberships; without any, all of it. */
export function forgetFormsExceptOf(userIds: readonly string[]): void {
  const found = kept.read();
  if (found === null || !userIds.includes(found.userId)) kept.remove();
}
