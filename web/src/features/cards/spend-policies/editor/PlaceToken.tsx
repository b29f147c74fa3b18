import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Button as TokenButton } from 'react-aria-components/Button';
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog';
import { Popup } from '../../../../kit/overlays/Popup.tsx';
import { Spinner } from '../../../../kit/text/Spinner.tsx';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import { wasLeftOpen } from '../../../../session/kept-forms/use-kept-form.ts';
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
  const openKept = useEffectEvent(() => {
    if (wasLeftOpen(place.keptAs)) change(true);
  });
  // oxlint-disable-next-line react/set-state-in-effect -- the page first puts back the rules, and their places with them
  useEffect(() => openKept(), []);
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
