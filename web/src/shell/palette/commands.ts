/** Something to go to: a page, an account, a place for help. */
export interface Command {
  id: string;
  group: 'page' | 'account' | 'help';
  label: string;
  /** Also found by, such as the holder of an account. */
  also?: string;
  run: () => void;
}

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
