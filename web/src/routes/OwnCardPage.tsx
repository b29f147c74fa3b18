import { OwnCardPage as OwnCard } from '../features/cards/cards/card-page/CardPage.tsx';
import { drawOwnCard } from './own-card.tsx';

/** /my-cards/$id, for the holder of the card, with its details. */
export const OwnCardPage = () => <OwnCard drawCard={drawOwnCard} />;
