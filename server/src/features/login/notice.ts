import type { MessageContent } from '../messages/messages.ts';
import { mailPage, paragraph } from '../mfa/mail-layout.ts';

interface Notice {
  programName: string;
  firstName: string;
  at: Date;
}

/** Section 9: times display in Eastern Time. */
const easternTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'America/New_York',
});

/** Tells a person that wrong passwords were tried with their name. No link: see access code mails. */
export function failuresNotice({ programName, firstName, at }: Notice): MessageContent {
  const title = 'Several sign-ins with your username have failed';
  const paragraphs = [
    `Hello ${firstName},`,
    `by ${easternTime.format(at)} ET, somebody had tried ten wrong passwords with your username on devices we do not know. We have paused sign-ins from such devices for a while.`,
    'Devices you have signed in on before work as always. If this was you, wait 15 minutes or use one of them.',
    'If this was not you, nobody got in. A password that you use nowhere else keeps it that way.',
  ];
  return {
    subject: `${programName}: ${title.toLowerCase()}`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: mailPage({ programName, title, blocks: paragraphs.map(paragraph) }),
  };
}
