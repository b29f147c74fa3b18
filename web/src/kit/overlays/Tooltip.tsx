import { useState, type ReactNode } from 'react';
import { Tooltip as Popup, TooltipTrigger } from 'react-aria-components/Tooltip';
import { Button } from 'react-aria-components/Button';
import styles from './Tooltip.module.css';

interface TooltipProps {
  /** What the tooltip reads. */
  text: string;
  /** The element that it explains. It becomes a button, so that the text can also be opened by keyboard and touch. */
  children: ReactNode;
}

/** Text that appears over an element while it is pointed at, focused or pressed. */
export function Tooltip({ text, children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  return (
    <TooltipTrigger delay={0} closeDelay={100} isOpen={open} onOpenChange={setOpen}>
      <Button className={styles.anchor} onPress={() => setOpen(true)}>
        {children}
      </Button>
      <Popup className={styles.tooltip} offset={6}>
        {text}
      </Popup>
    </TooltipTrigger>
  );
}
