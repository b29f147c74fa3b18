import type { GeoIp } from './geo-ip.ts';

/** Without a database, no address has a place. No service is called. */
export const embeddedGeoIp: GeoIp = { locate: () => null };
