import type { MessageContent } from '../messages/messages.ts';
import { escapeHtml, mailPage, paragraph } from '../messages/mail-layout.ts';
import type { Letter } from './letter.ts';

interface Parts {
  title: string;
  paragraphs: readonly string[];
  /** Shown after the paragraphs, in full, so that it can also be copied. */
  link?: string;
  /** The text after the link. */
  close?: readonly string[];
}

/** A mail that addresses a person by name, in text and HTML. */
export function letterMail(
  { programName, firstName }: Pick<Letter, 'programName' | 'firstName'>,
  { title, paragraphs, link, close = [] }: Parts,
): MessageContent {
  const open = [`Hello ${firstName},`, ...paragraphs];
  const shown =
    link === undefined
      ? []
      : [`<p style="margin:0 0 16px;overflow-wrap:anywhere"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`];
  return {
    subject: `${programName}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
    text: `${[...open, ...(link === undefined ? [] : [link]), ...close].join('\n\n')}\n`,
    html: mailPage({ programName, title, blocks: [...open.map(paragraph), ...shown, ...close.map(paragraph)] }),
  };
}
