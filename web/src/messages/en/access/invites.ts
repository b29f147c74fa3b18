/** The words of the invites area (specification, sections 2, 4 and 8). */
export const invitesWords = {
  opening: 'Opening your invitation',
  heading: 'You are invited',
  text: (business: string) => `${business} has invited you to its card program.`,
  to: (name: string) => `This invitation is for ${name}.`,
  accept: 'Accept invitation',
  problemHeading: 'Your invitation',
  problem: 'There is a problem with your invitation. Please contact your business administrator for assistance.',
} as const;
