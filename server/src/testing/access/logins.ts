import { addPerson, testPassword, type TestPerson } from '../person.ts';
import { TestBrowser } from '../browser.ts';
import type { TestServer } from '../server.ts';

export interface Listed {
  id: string;
  deviceId: string | null;
  agent: { agentFamily: string | null; osFamily: string | null };
  timestamp: string;
  isSignedIn: boolean;
  isReported: boolean;
}
export interface ListedPage {
  items: Listed[];
  pageInfo: { totalItems: number };
  asOf: string;
  othersSignedIn: boolean;
}

/** A person on a browser of their own, signed in; `more` are further browsers, a second later each. */
export async function signedIn(server: TestServer, wanted: Parameters<typeof addPerson>[1] = {}, more = 0) {
  const person = await addPerson(server, wanted);
  const browsers = [await login(server, person)];
  for (let index = 0; index < more; index += 1) browsers.push(await login(server, person));
  return { person, here: browsers[0]!, browsers };
}

/** Another device of a person; a second passes before it, so that logins have an order. */
export async function login(server: TestServer, { username }: TestPerson, delivery: 'cookie' | 'token' = 'cookie') {
  server.clock.advance(1);
  const browser = new TestBrowser(server, delivery);
  await browser.login(username, testPassword);
  return browser;
}

export async function devices(browser: TestBrowser, query = 'includeCurrentDevice=false'): Promise<ListedPage> {
  return (await browser.ask('GET', `/security/recent-device-logins?${query}`)).body as unknown as ListedPage;
}

export async function alertOf(browser: TestBrowser) {
  return (await browser.ask('GET', '/security/login-activity-alert')).body;
}
