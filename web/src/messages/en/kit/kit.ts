import type { FieldProblem } from '@florin/contract/errors';
import { numberText } from '../../number-text.ts';

/** The words of the kit, which knows no page. */
export const kitWords = {
  errorId: 'Error ID',
  copy: 'Copy',
  copied: 'Copied',
  dismiss: 'Dismiss',
  notifications: 'Notifications',
  loading: 'Loading',
  retry: 'Try again',
  showPassword: 'Show password',
  hidePassword: 'Hide password',

  /** What is wrong with a field that has no sentence of its own. */
  fieldProblems: {
    missing: 'This field is required',
    type: 'Please check this field.',
    tooShort: 'Please enter more characters.',
    tooLong: 'Please enter fewer characters.',
    characters: 'Please remove characters that cannot be used here.',
    format: 'Please check the format.',
    unknown: 'Please check this field.',
    taken: 'Please choose another.',
    foreign: 'Please use your own.',
  } satisfies Record<FieldProblem, string>,
  atMost: (characters: number) => `Please enter at most ${numberText(characters)} characters.`,
} as const;
