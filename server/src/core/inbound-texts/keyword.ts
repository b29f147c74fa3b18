/**
 * The request in a text from a phone. The words are those that United States carriers agree on (CTIA), as with Twilio.
 */
export type Keyword = 'stop' | 'start' | 'help';

const words: Readonly<Record<string, Keyword>> = {
  STOP: 'stop',
  STOPALL: 'stop',
  UNSUBSCRIBE: 'stop',
  CANCEL: 'stop',
  END: 'stop',
  QUIT: 'stop',
  OPTOUT: 'stop',
  REVOKE: 'stop',
  START: 'start',
  UNSTOP: 'start',
  HELP: 'help',
  INFO: 'help',
};

/** A keyword is the whole text; anything else is an ordinary text. */
export function keywordOf(text: string): Keyword | null {
  const word = text
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/[.!]+$/, '');
  return Object.hasOwn(words, word) ? words[word]! : null;
}
