import { lazyRouteComponent as page } from '@tanstack/react-router';
import { Suspense } from 'react';
import { CardOutline } from '../features/cards/card-details/CardOutline.tsx';
import type { DrawCard } from '../features/program/dashboard/card-home/CardHome.tsx';

/** Its forms for proofs are large: only cardholders load it, after the page. */
const CardDetailsPanel = page(() => import('../features/cards/card-details/CardDetailsPanel.tsx'), 'CardDetailsPanel');

export const loadOwnCard = async (): Promise<void> => CardDetailsPanel.preload?.();

/** A card of its holder with its details, for the pages of other features. */
export const drawOwnCard: DrawCard = (card, acts) =>
  card === undefined ? (
    <CardOutline />
  ) : (
    <Suspense fallback={<CardOutline />}>
      <CardDetailsPanel card={card} acts={acts} />
    </Suspense>
  );
