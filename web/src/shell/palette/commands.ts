import type { VerbId } from './verbs.ts';

/** Something to do or to go to. */
export interface Command {
  id: string;
  group: 'do' | 'page' | 'request' | 'person' | 'card' | 'purchase' | 'account' | 'help';
  label: string;
  /** A second line, such as whose card it is. */
  detail?: string;
  /** Also found by, such as the holder of an account. */
  also?: string;
  /** Why it cannot be done; it is shown all the same. */
  reason?: string | null;
  /** The same as a form, filled in: an address. */
  form?: string | undefined;
  /** What an act would do, shown before it is done. */
  act?: PaletteAct;
  /** Its words are still being looked up. Enter waits for them. */
  isSought?: boolean;
  /** It was sent, and has no answer. */
  mayBeDone?: boolean;
  /** The act that it is, or begins. */
  verb?: VerbId;
  /** The palette opens what comes next itself. */
  staysOpen?: boolean;
  run: () => void;
}

/** An act on a card, with what it would do. */
export type PaletteAct =
  | {
      kind: 'fund';
      act: 'FUND' | 'TOP_UP' | 'DEFUND';
      cardId: string;
      name: string;
      amount: number;
      /** What somebody has asked for on the card, and waits for. */
      asked?: readonly { who: string; amount: number }[];
    }
  | { kind: 'approve'; requestId: string; cardId: string; name: string; amount: number; who: string; asked: number }
  | { kind: 'freeze' | 'unfreeze'; cardId: string; name: string };

/** An act that moves money. */
export type MoneyAct = Extract<PaletteAct, { kind: 'fund' | 'approve' }>;
export const movesMoney = (act: PaletteAct): act is MoneyAct => act.kind === 'fund' || act.kind === 'approve';

/** What moves; an approval moves what funding the card would. */
export const orderOf = (act: MoneyAct) => ({
  act: act.kind === 'fund' ? act.act : ('FUND' as const),
  amount: act.amount,
  cards: [{ cardId: act.cardId }],
});

/** What a person chooses: an act that would do something else is another choice. */
export const choiceOf = ({ id, act }: Command): string => (act ? JSON.stringify(act) : id);

/** 'Spend policies' as 'spend policy', so that one finds the other. */
const singular = (text: string) => text.replace(/ies\b/g, 'y').replace(/(?<=[^s])s\b/g, '');

/** The commands that contain every word typed, in singular or plural, those whose label begins with the text first. */
export function matching<C extends Pick<Command, 'label' | 'also'>>(commands: readonly C[], typed: string): C[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/);
  const begins = ({ label }: C) => label.toLowerCase().startsWith(text);
  const found = commands.filter(({ label, also = '' }) => {
    const whole = `${label} ${also}`.toLowerCase();
    const one = singular(whole);
    return words.every((word) => whole.includes(word) || one.includes(singular(word)));
  });
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}
