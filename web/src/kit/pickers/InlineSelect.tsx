import { ChevronDown } from 'lucide-react';
import { Button, Select, SelectValue } from 'react-aria-components/Select';
import { Popup } from '../overlays/Popup.tsx';
import { Icon } from '../text/Icon.tsx';
import { OptionList, type Option } from './OptionList.tsx';

interface InlineSelectProps<Id extends string> {
  label: string;
  options: readonly (Option & { id: Id })[];
  value: Id;
  /** In a sentence: what stands there for what is picked, without a sign. */
  text?: string;
  onPick: (id: Id) => void;
  className: string | undefined;
}

/** A select as small as its text, such as beside the label of another field. */
export const InlineSelect = <Id extends string>({
  label,
  options,
  value,
  text,
  onPick,
  className,
}: InlineSelectProps<Id>) => (
  <Select
    aria-label={label}
    value={value}
    onChange={(key) => {
      const picked = options.find(({ id }) => id === key);
      if (picked) onPick(picked.id);
    }}
  >
    <Button className={className ?? ''}>
      <SelectValue>{text ?? options.find(({ id }) => id === value)?.label}</SelectValue>
      {text === undefined && <Icon of={ChevronDown} size={14} />}
    </Button>
    <Popup>
      <OptionList options={options} />
    </Popup>
  </Select>
);
