import { demoPassword } from '../../../server/src/demo/people.ts';
import { post } from '../calls.ts';
import { atOnce, newAddress, type Setting } from './setting.ts';

/** A refresh token used by many at once: all of them are the same client, so they get one and the same successor. */
export async function raceForSuccessor(setting: Setting, username: string, parallel: number) {
  const credentials = { username, password: demoPassword };
  const signedIn = await post(setting.origins[0]!, '/api/login', credentials, { address: newAddress() });
  const body = { refresh_token: signedIn.body['refresh_token'] };
  const answers = await atOnce(setting, parallel, (origin) =>
    post(origin, '/api/refresh-token', body, { address: newAddress() }),
  );
  const successors = answers.filter(({ status }) => status === 200).map(({ body: own }) => own['refresh_token']);
  return { callers: successors.length, successors: new Set(successors).size };
}
