/** A place by its English names, as far as known. */
export interface Location {
  city: string | null;
  region: string | null;
  country: string | null;
}

/** The rough place of an address, so that people recognize their own logins. It proves nothing. */
export interface GeoIp {
  /** Null for an unknown or invalid address. Never throws. */
  locate(ip: string): Location | null;
}
