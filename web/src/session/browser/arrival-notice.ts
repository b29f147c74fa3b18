import * as v from 'valibot';
import { stored } from '../../stored.ts';

/**
 * The account that this tab showed until another tab switched the account or logged in again, which has loaded a new
 * document of the shell here; empty if it was not known yet.
 */
export const arrivalNotice = stored('florin-arrival-notice', v.string(), 'session');
