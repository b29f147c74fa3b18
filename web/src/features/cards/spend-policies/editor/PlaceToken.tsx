import { lazy, Suspense, useState } from 'react';
import { Button as TokenButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popup } from '../../../../kit/overlays/Popup.tsx';
import { Spinner } from '../../../../kit/text/Spinner.tsx';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import type { PlaceProps } from './PlaceEditor.tsx';
import styles from './policy-editor.module.css';

// Loaded once a place is opened.
const PlaceForm = lazy(() => import('./PlaceEditor.tsx').then((module) => ({ default: module.PlaceForm })));

const words = spendPolicyWords.place;

interface TokenProps extends PlaceProps {
  text: string;
  /** What screen readers hear: the value and its rule. */
  label: string;
  defaultOpen?: boolean;
  onOpen: (open: boolean) => void;
}

/** A dotted place of a sentence; it opens the small editor of its value. */
export function PlaceToken({ text, label, defaultOpen = false, onOpen, ...place }: TokenProps) {
  const [isOpen, setOpen] = useState(defaultOpen);
  const change = (open: boolean) => {
    setOpen(open);
    onOpen(open);
  };
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={change}>
      <TokenButton className={styles.token} aria-label={label}>
        {text}
      </TokenButton>
      <Popup className={styles.editor} placement="bottom start">
        <Dialog aria-label={words[titleOf(place)]} className={styles.dialog}>
          <Suspense fallback={<Spinner />}>
            <PlaceForm {...place} onDone={() => change(false)} />
          </Suspense>
        </Dialog>
      </Popup>
    </DialogTrigger>
  );
}

const titleOf = ({ rule, place }: Pick<PlaceProps, 'rule' | 'place'>) => {
  if (place === 'receipt') return 'within';
  return place === 'limit' && rule.kind === 'count' ? 'count' : place;
};
