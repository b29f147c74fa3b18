import * as v from 'valibot';
import { stored } from '../../../stored.ts';

/**
 * The number of the request to an administrator that this tab has made, to show it after a reload. It opens nothing, and stands
 * for neither the link nor the reset (security design P16).
 */
export const askedHere = stored('florin-recovery-asked', v.string(), 'session');
