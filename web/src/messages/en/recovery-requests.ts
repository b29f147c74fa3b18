/** People who wait for an administrator to confirm that it is them (reading 11). */
export const recoveryRequestsWords = {
  title: 'Password resets to confirm',
  intro:
    'They have opened the link in their email and have no other way to prove who they are. Confirm only after you have spoken to them.',
  loadFailed: 'We could not load who waits for you to confirm a password reset.',
  asked: (time: string) => `Asked ${time}`,
  confirm: 'Confirm',
  confirmFor: (name: string) => `Confirm that it is ${name}`,
  confirming: 'Confirming',
  dialogTitle: 'Have you spoken to them?',
  dialogText: (name: string) =>
    `Once you confirm, ${name} can set a new password in the browser that waits with the link from their email.`,
  cancel: 'Cancel',
  confirmed: (name: string) => `You have confirmed that it is ${name}.`,
} as const;
