import { open, validate, type CityResponse } from 'maxmind';
import type { Logger } from 'pino';
import type { GeoIp, Location } from './geo-ip.ts';

/**
 * Reads a city database in the MaxMind DB format from a local file, once at start. An address never leaves the machine.
 * The library can watch for a newer file, but a half-written one would end the process, so this is off.
 * @throws if the file is missing or not such a database
 */
export async function maxmindGeoIp(path: string, log: Logger): Promise<GeoIp> {
  const reader = await open<CityResponse>(path).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : 'unknown';
    throw new Error(`GEO_IP_DATABASE: ${path} cannot be read (${reason})`, { cause: error });
  });
  return {
    locate(ip) {
      const address = ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
      if (!validate(address)) return null;
      try {
        const found = reader.get(address);
        return found && locationOf(found);
      } catch (error) {
        // A damaged database must not keep anybody from signing in.
        log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'the location database is damaged');
        return null;
      }
    },
  };
}

function locationOf({ city, subdivisions, country, registered_country: registered }: CityResponse): Location | null {
  const location = {
    city: city?.names.en ?? null,
    region: subdivisions?.[0]?.names.en ?? null,
    country: (country ?? registered)?.names.en ?? null,
  };
  return Object.values(location).some((name) => name !== null) ? location : null;
}
