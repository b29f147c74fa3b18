import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { userInfoQuery } from '../queries/queries.ts';
import { queryClient } from '../queries/query-client.ts';
import { keepForm, keptKeys, openForm, takeForm, type KeptValues } from './kept-forms.ts';

/** What was kept of a form, for `KeptNotice`. */
export interface KeptForm {
  /** What was kept is in the form, and was neither sent nor discarded. */
  isRestored: boolean;
  /** Shows the form as it is without. */
  discard: () => void;
}

const currentMembership = (): string | undefined => queryClient.getQueryData(userInfoQuery().queryKey)?.userId;

interface Keepable<T> {
  read: () => KeptValues<T>;
  /** It holds nothing but what it was opened with. */
  isClean: boolean;
  restore: (typed: KeptValues<T>) => void;
  /** Whether what was kept belongs to the form as it is opened now, where the key does not say it. */
  fits?: ((typed: KeptValues<T>) => boolean) | undefined;
  /** It is kept over a reload of the page, too: its address opens it again. */
  overReload?: boolean | undefined;
  /** It is kept also where the form is left for another one of its kind. */
  overLeaving?: boolean | undefined;
}

/**
 * Keeps a form over the end of the session: what is typed when it ends is there again when the same membership returns to
 * the form, at most 30 minutes later. It is restored as it stood, with what it was opened with: a version among that lets the
 * server find what others have changed meanwhile.
 *
 * Not for passwords, codes and other proofs: their forms have no key.
 * @param key names the form and what it is about, such as 'card-edit 7f3…'
 */
export function useKept<T>(key: string, form: Keepable<T>): KeptForm {
  // A form may be there before the person is known.
  const userId = useQuery({ ...userInfoQuery(), enabled: false }).data?.userId;
  const [isRestored, setRestored] = useState(false);
  const latest = useRef(form);
  const opened = useRef<T | null>(null);
  // It was sent, or typed back.
  if (isRestored && form.isClean) setRestored(false);
  useEffect(() => {
    latest.current = form;
  });
  useEffect(() => {
    if (userId === undefined) return undefined;
    const { read, isClean, restore, fits, overReload = false } = latest.current;
    const isIt = (found: KeptValues) => isClean && (fits?.(found as KeptValues<T>) ?? true);
    const typed = takeForm(key, userId, read().base, isIt) as KeptValues<T> | null;
    if (typed !== null) {
      opened.current = read().base;
      restore(typed);
      setRestored(true);
    }
    const stands = () => (latest.current.isClean ? null : { userId, ...latest.current.read() });
    const close = openForm(key, stands);
    const keep = () => {
      const left = stands();
      if (left !== null && overReload) keepForm(key, left);
    };
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      close();
      // What a session that has ended or changed may keep is decided there.
      const left = latest.current.overLeaving && currentMembership() === userId ? stands() : null;
      if (left !== null) keepForm(key, left);
    };
  }, [key, userId]);
  const discard = () => {
    setRestored(false);
    if (opened.current !== null) form.restore({ base: opened.current, values: opened.current });
  };
  return { isRestored, discard };
}

/** `useKept` for a form of `useContractForm`. */
export function useKeptForm<In extends FieldValues>(
  key: string,
  { formState, getValues, reset }: Pick<UseFormReturn<In>, 'formState' | 'getValues' | 'reset'>,
  how: Pick<Keepable<In>, 'fits' | 'overReload'> = {},
): KeptForm {
  return useKept<In>(key, {
    read: () => ({ base: formState.defaultValues as In, values: getValues() }),
    isClean: !formState.isDirty,
    restore: ({ base, values }) => {
      reset(base);
      reset(values, { keepDefaultValues: true });
    },
    ...how,
  });
}

/** The state of a dialog that is not in the address: open at once where what was typed in its form is kept. */
export const wasLeftOpen = (key: string): boolean => keptKeys(currentMembership()).includes(key);

/**
 * What a dialog was left open about, for one that is about more than its page says; null without.
 * @param word the key of its form is this word and what it is about, as JSON
 */
export function leftOpenAbout(word: string): unknown {
  const key = keptKeys(currentMembership()).find((each) => each.startsWith(`${word} `));
  return key === undefined ? null : JSON.parse(key.slice(word.length));
}
