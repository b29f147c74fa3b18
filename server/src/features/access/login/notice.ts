import type { MessageContent } from '../../../core/messages/messages.ts';
import type { Letter } from '../../../core/notices/letter.ts';
import { atTime, letterMail } from '../../../core/notices/letter-mail.ts';

/** Tells a person that wrong passwords were tried with their name. No link: see access code mails. */
export const failuresNotice = (letter: Letter): MessageContent =>
  letterMail(letter, {
    title: 'Several sign-ins with your username have failed',
    paragraphs: [
      `by ${atTime(letter.at)}, somebody had tried ten wrong passwords with your username on devices we do not know. We have paused sign-ins from such devices for a while.`,
      'Devices you have signed in on before work as always. If this was you, wait 15 minutes or use one of them.',
      'If this was not you, nobody got in. A password that you use nowhere else keeps it that way.',
    ],
  });
