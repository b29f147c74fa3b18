/** Knows passwords that are in lists of leaked ones (section 5, reading 18, ASVS 6.2.4 and 6.2.12). */
export interface LeakedPasswords {
  /** Never throws: if a remote list is unavailable, the embedded one decides. */
  has(password: string): Promise<boolean>;
}
