/** The agreement of a card, and what a person has accepted of it. */
export const agreementsWords = {
  restricted: 'Your agreement is not shown while your account access is restricted.',

  statusFailed: 'We could not check whether you have accepted your agreement.',
  accept: {
    title: 'Your acceptance',
    never: 'Please read the agreement, then accept it.',
    older: (was: number, when: string, version: number) =>
      `You accepted version ${was} on ${when}. This is version ${version}: please read it and accept it.`,
    button: 'I accept',
    sending: 'Saving your acceptance',
    kept: 'We record this text, its version and the time.',
    done: (version: number, when: string) => `You accepted version ${version} on ${when}.`,
    notAsked: 'Cardholders accept this guide. As an administrator, you do not need to.',
    failed: 'We could not save your acceptance. Please try again.',
  },
  state: {
    accepted: 'Accepted',
    open: 'Not accepted yet',
    toAccept: 'Go to acceptance',
  },

  /** On the dashboard. */
  notice: {
    never: 'Please read the agreement of your card and accept it.',
    older: 'The agreement of your card has a new version. Please read it and accept it.',
    read: 'Read the agreement',
  },
} as const;
