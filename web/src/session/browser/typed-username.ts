import * as v from 'valibot';
import { stored } from '../../stored.ts';

/** The username typed on the login page, for the page that mails a login link; for this tab, until it is sent. */
export const typedUsername = stored('florin-typed-username', v.string(), 'session');
