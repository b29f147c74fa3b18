import { demoPassword } from '../../../server/src/demo/people.ts';
import { solve } from '../../../server/src/testing/ports/solve.ts';
import { post } from '../calls.ts';
import { newAddress, type Race } from './setting.ts';

export const ticketRace = (usernames: readonly string[]): Race => ({
  name: 'autologin ticket',
  async prepare({ origins }, round) {
    const address = newAddress();
    const credentials = { username: usernames[round], password: demoPassword };
    const signedIn = await post(origins[0]!, '/api/login', credentials, { address });
    const bearer = String(signedIn.body['access_token']);
    const { body } = await post(origins[0]!, '/api/autologin-tickets', {}, { address, bearer });
    return (origin) =>
      post(origin, '/api/autologin', { ticket: body['ticket'] }, { address: newAddress(), cookie: '' });
  },
});

/** A solved captcha is bound to its address, so all consumers call from that one. */
export const captchaRace: Race = {
  name: 'captcha solution',
  async prepare({ origins }, round) {
    const address = newAddress();
    const path = '/api/captcha/challenge?action=forgot-password&difficulty=1';
    const challenge = await fetch(origins[0]! + path, { headers: { 'x-forwarded-for': address } });
    const { token } = await solve((await challenge.json()) as Parameters<typeof solve>[0]);
    return (origin) =>
      post(origin, '/api/forgot-password', { userName: `nobody.${round}`, recaptchaToken: token }, { address });
  },
};
