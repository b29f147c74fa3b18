import * as v from 'valibot';
import { en } from '../../messages/en.ts';
import { stored } from '../../stored.ts';

/** The notices of the login page for people redirected from another page. */
export type LoginNotice = keyof typeof en.login.notices;

const isNotice = (value: unknown): value is LoginNotice =>
  typeof value === 'string' && Object.hasOwn(en.login.notices, value);

/** The notice for the login page of this tab, which may be a new document. */
export const loginNotice = stored('florin-login-notice', v.custom<LoginNotice>(isNotice), 'session');
