/** The chat of the login page (specification, section 2). */
export const chatWords = {
  open: 'Need help logging in?',
  heading: 'Write to support',
  intro: 'We reply by email.',
  close: 'Close',
  email: 'Your email address',
  emailRequired: 'Email is required',
  emailFormat: 'Email needs to be in name@example.com format',
  message: 'How can we help?',
  messageRequired: 'Message is required',
  messageCard: 'Please leave the card number out: email is not secure.',
  captcha: 'Please confirm that you are not a robot, then send your message.',
  submit: 'Send message',
  submitting: 'Sending your message',
  sent: 'Your message was sent.',
  reference: 'Reference number',
  another: 'Write another message',
} as const;
