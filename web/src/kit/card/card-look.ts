/** How a card is drawn: as usual in the brand's color · of one merchant: dark · for a time or some uses: green. */
export type CardLook = 'usual' | 'merchant' | 'limited';
