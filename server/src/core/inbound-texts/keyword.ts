/** What a text from a phone asks for. The words are those that carriers in the United States agree on (CTIA), as Twilio's. */
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

/** A keyword is the whole text; anything else is a text like any other. */
export function keywordOf(text: string): Keyword | null {
  const word = text
    .normalize('NFKC')
    .trim()
    .toUpperCase()
    .replace(/[.!]+$/, '');
  return Object.hasOwn(words, word) ? words[word]! : null;
}
