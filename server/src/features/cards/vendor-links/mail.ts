import { easternTime } from '@florin/contract/dates/eastern-time';
import { DAY, vendorLink } from '@florin/contract/limits';
import type { MessageContent } from '../../../core/messages/messages.ts';
import type { Letter } from '../../../core/notices/letter.ts';
import { letterMail } from '../../../core/notices/letter-mail.ts';
import { escapeHtml, mailPage, paragraph } from '../../../core/messages/mail-layout.ts';

interface VendorMail {
  programName: string;
  businessName: string;
  sentBy: string;
  invoice: string | null;
  note: string | null;
  /** The link, including the code. */
  link: string;
}

/** The mail with a vendor's link. It contains no card data: only the link leads to it, once. */
export function vendorMail({ programName, businessName, sentBy, invoice, note, link }: VendorMail): MessageContent {
  const title = `${businessName} has sent you card details`;
  const invoiceWords = invoice === null ? '' : ` for invoice ${invoice}`;
  const before = [
    'Hello,',
    `${sentBy} of ${businessName} pays you by card${invoiceWords} and shares the card details with you at ${programName}. Open this page and press "Show card details":`,
  ];
  const after = [
    `The details can be shown once, within ${vendorLink.lifetimeSeconds / DAY} days. Have your card terminal ready, and do not pass the link on.`,
    ...(note === null ? [] : [`${sentBy} writes: ${note}`]),
    `If you do not know ${businessName}, do nothing.`,
  ];
  return {
    subject: `${programName}: ${title}`,
    text: `${[...before, link, ...after].join('\n\n')}\n`,
    html: mailPage({
      programName,
      title,
      blocks: [
        ...before.map(paragraph),
        `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}">View the card details</a></p>`,
        ...after.map(paragraph),
      ],
    }),
  };
}

interface HolderNotice {
  businessName: string;
  sentBy: string;
  /** The vendor's address. */
  email: string;
  last4: string;
}

/** The notice to a cardholder when a vendor gets a link to the card. */
export const holderMail = (letter: Letter, { businessName, sentBy, email, last4 }: HolderNotice): MessageContent =>
  letterMail(letter, {
    title: `Your card's details were sent to a vendor`,
    paragraphs: [
      `On ${easternTime(letter.at)}, ${sentBy} of ${businessName} sent ${email} a link that shows the details of your card ending in ${last4} once.`,
      `If you did not expect this, ask ${sentBy} or another administrator of ${businessName}: they can revoke the link.`,
    ],
  });
