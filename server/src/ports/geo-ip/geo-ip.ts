/** A place by its English names, as far as they are known. */
export interface Location {
  city: string | null;
  region: string | null;
  country: string | null;
}

/** Tells roughly where an address is, for people to recognise their own logins. It is proof of nothing. */
export interface GeoIp {
  /** Null where nothing is known of the address, or where it is none. Never throws. */
  locate(ip: string): Location | null;
}
