import * as v from 'valibot';

/**
 * FUND: add an amount to each card · DEFUND: take an amount back · SET: bring the balance to an amount, up or down ·
 * TOP_UP: bring it up to an amount, never down · ZERO: take everything back.
 */
export const FundingAct = v.picklist(['FUND', 'DEFUND', 'SET', 'TOP_UP', 'ZERO'], 'format');
export type FundingAct = v.InferOutput<typeof FundingAct>;
