import * as v from 'valibot';
import { stored } from '../../stored.ts';

/** Why this tab has loaded a new document of the shell: another tab switched the account or logged in again. */
export const arrivalNotice = stored('florin-arrival-notice', v.literal('switched'), 'session');
