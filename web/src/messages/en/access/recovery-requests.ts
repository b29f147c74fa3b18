/** People who wait for an administrator to confirm that it is them (reading 11). */
export const recoveryRequestsWords = {
  title: 'Password resets',
  intro:
    'Each of these people has opened a link in an email, which alone does not prove who they are. Speak to them, and confirm only if they tell you the number.',
  loadFailed: 'We could not load the password resets that need your confirmation.',
  asked: (time: string, number: string) => `Number ${number} · Asked ${time}`,
  confirm: 'Confirm',
  confirmFor: (name: string) => `Confirm that it is ${name}`,
  confirming: 'Confirming',
  confirmedNumber: (number: string) => `Number ${number} · Confirmed, no password set yet`,
  /** What a fresh proof is for, as the beginning of a sentence. */
  purpose: (name: string, number: string) => `To confirm that it is ${name}, with the number ${number}`,
  dialogTitle: 'Have you spoken to them?',
  dialogText: (name: string, number: string) =>
    `Ask ${name} for the four digits on their page. Confirm only if they are ${number}. A new password can then be set in the browser that shows them, and in no other.`,
  cancel: 'Cancel',
  confirmed: (name: string) => `You have confirmed that it is ${name}.`,
  over: {
    close: 'Close',
    confirmed: {
      title: 'Confirmed already',
      text: (name: string, number: string) =>
        `Another administrator has confirmed that it is ${name}, with the number ${number}. A new password can be set in the browser that shows it. If that is wrong, take the confirmation back.`,
    },
    again: {
      title: 'The number has changed',
      text: (name: string, number: string, before: string) =>
        `${name} has asked again. The number is now ${number}; ${before} no longer counts. Ask ${name} again before you confirm.`,
    },
    gone: {
      title: 'This request is over',
      text: (name: string) =>
        `The request of ${name} no longer needs a confirmation: it was declined or taken back, a new password was set, or a day has passed.`,
    },
  },
  decline: {
    button: 'Decline',
    for: (name: string) => `Decline the request of ${name}`,
    sending: 'Declining',
    title: 'Decline this request?',
    text: (name: string) => `No password can be set with it. If it was ${name} after all, they can ask again.`,
    done: (name: string) => `You have declined the request of ${name}.`,
  },
  takeBack: {
    button: 'Take back',
    for: (name: string) => `Take back the confirmation for ${name}`,
    sending: 'Taking back',
    title: 'Take this confirmation back?',
    text: (name: string) => `No password can be set with it anymore. If it was ${name} after all, they can ask again.`,
    done: (name: string) => `The confirmation for ${name} is taken back.`,
  },
} as const;
