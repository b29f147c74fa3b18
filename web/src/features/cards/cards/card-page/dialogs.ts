import type { CardDetail, CardScope } from '../queries.ts';

/** What a dialog of the page does. */
export type CardDialog = 'activate' | 'pin' | 'replace' | 'close';
export type OpenDialog = CardDialog | 'edit' | 'freeze' | 'vendor' | 'raise' | 'rule';

/** What the parts of the page need. */
export interface CardPart {
  scope: CardScope;
  card: CardDetail;
  onDialog: (dialog: OpenDialog) => void;
}
