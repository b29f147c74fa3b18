import type { Handlers } from '../../../http/call.ts';
import { signIn } from './sign-in.ts';

export const loginRoutes: Pick<Handlers, 'login'> = { login: signIn };
