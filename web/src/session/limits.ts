import type { Site } from '@florin/contract/site';
import type { IdleLimits } from './idle-machine.ts';

/** The idle limits of the installation (specification section 9; the configuration chooses). */
export function idleLimits({ sessionTimeout }: Pick<Site, 'sessionTimeout'>): IdleLimits {
  return {
    idleSeconds: sessionTimeout.idleTimeSeconds,
    warningSeconds: sessionTimeout.warningTimeSeconds,
    sensitivitySeconds: sessionTimeout.idleSensitivitySeconds,
  };
}
