import { numberText } from '../../number-text.ts';

const cards = (count: number) => (count === 1 ? '1 card' : `${numberText(count)} cards`);
const refusedLines = (count: number, verb: string) =>
  count === 0 ? '' : `, ${count === 1 ? '1 line' : `${numberText(count)} lines`} ${verb} not`;

/** Freezing, unfreezing, closing or limiting the cards of a CSV text. */
export const changeManyWords = {
  title: 'Change many cards',
  act: 'What to do',
  text: 'One card a line, by its ID, its external ID or its last four digits. The first line is the heading: card.',
  templateName: 'change-cards.csv',
  column: 'Card',
  unreadable: 'The first line has to name the column card, and every line to hold the same columns.',
  submits: {
    FREEZE: (count: number) => `Freeze ${cards(count)}`,
    UNFREEZE: (count: number) => `Unfreeze ${cards(count)}`,
    CLOSE: (count: number) => `Close ${cards(count)}`,
    LIMIT: (count: number) => `Set the limit on ${cards(count)}`,
  },
  submitting: 'Changing the cards',
  would: (done: number, refused: number) =>
    `${cards(done)} would change${refusedLines(refused, 'would')}. Nothing has happened yet.`,
  did: (done: number, refused: number) => `${cards(done)} changed${refusedLines(refused, 'did')}.`,
  ready: 'Ready',
  done: 'Changed',
  unknown: 'No card of yours matches.',
  ambiguous: 'Several cards end in these digits. Please use an ID or an external ID.',
  state: 'Its state does not allow it.',
} as const;
