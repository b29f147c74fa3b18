/** What a phone that texts HELP reads; carriers ask for the name and for the way out. */
export const helpText = (programName: string): string =>
  `${programName}: we send Secure Access Codes you ask for and security notices. Message rates may apply. Reply STOP to end, START to resume.`;
