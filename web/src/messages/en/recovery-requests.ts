/** People who wait for an administrator to confirm that it is them (reading 11). */
export const recoveryRequestsWords = {
  title: 'Password resets to confirm',
  intro:
    'They have opened the link in their email and have no other way to prove who they are. Confirm only after you have spoken to them and they have told you the number.',
  loadFailed: 'We could not load who waits for you to confirm a password reset.',
  asked: (time: string, number: string) => `Number ${number} · Asked ${time}`,
  confirm: 'Confirm',
  confirmFor: (name: string) => `Confirm that it is ${name}`,
  confirming: 'Confirming',
  dialogTitle: 'Have you spoken to them?',
  dialogText: (name: string, number: string) =>
    `Ask ${name} for the four digits on their page. Confirm only if they are ${number}: then a new password can be set in the browser that shows them, and in no other.`,
  cancel: 'Cancel',
  confirmed: (name: string) => `You have confirmed that it is ${name}.`,
} as const;
