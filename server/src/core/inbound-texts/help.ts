/** The reply to a phone that texts HELP; carriers require the name and how to stop. */
export const helpText = (programName: string): string =>
  `${programName}: we send Secure Access Codes you ask for and security notices. Message rates may apply. Reply STOP to end, START to resume.`;
