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
  form?: string;
  /** What an act would do, shown before it is done. */
  act?: PaletteAct;
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

/** The commands that contain every word typed, those whose label begins with the text first. */
export function matching<C extends Pick<Command, 'label' | 'also'>>(commands: readonly C[], typed: string): C[] {
  const text = typed.trim().toLowerCase();
  const words = text.split(/\s+/);
  const begins = ({ label }: C) => label.toLowerCase().startsWith(text);
  const found = commands.filter(({ label, also = '' }) => {
    const whole = `${label} ${also}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}
