import type { LoginRecord } from '@florin/contract/access/login-activity';
import { loginActivityWords as words } from '../../../messages/en/access/login-activity.ts';

type Described = Pick<LoginRecord, 'agent' | 'locationCity' | 'locationRegion' | 'locationCountry'>;

/** The browser family, or 'Unknown device'. */
export const deviceName = ({ agent }: Pick<LoginRecord, 'agent'>): string => agent.agentFamily ?? words.unknownDevice;

/** A device in a sentence: 'Firefox on Windows'. */
export function deviceInWords(login: Pick<LoginRecord, 'agent'>): string {
  const { osFamily } = login.agent;
  return osFamily === null ? deviceName(login) : words.deviceOn(deviceName(login), osFamily);
}

/** City, region and country as far as known, each once; null if none is. */
export function placeOf({ locationCity, locationRegion, locationCountry }: Described): string | null {
  const names = [locationCity, locationRegion, locationCountry].filter((name) => name !== null && name !== '');
  return names.length === 0 ? null : [...new Set(names)].join(', ');
}
