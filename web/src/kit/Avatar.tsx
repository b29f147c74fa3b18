import { classNames } from './class-names.ts';
import styles from './Avatar.module.css';

/** The initials of a name, at most two; decoration beside the name itself. */
export function Avatar({ name, round = false }: { name: string; round?: boolean }) {
  return (
    <span aria-hidden="true" className={classNames(styles.avatar, round && styles.round)}>
      {initialsOf(name)}
    </span>
  );
}

/** 'Northwind Trading Company' is 'NC': the first letters of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const letterOf = (word: string | undefined) => /[\p{L}\p{N}]/u.exec(word ?? '')?.[0] ?? '';
  return (letterOf(words[0]) + (words.length > 1 ? letterOf(words.at(-1)) : '')).toUpperCase();
}
