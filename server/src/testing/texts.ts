import {
  agreementNames,
  type AgreementName,
  type Block,
  type Inline,
  type LegalText,
} from '@florin/contract/program/legal-texts';
import { defaultBranding } from '../default-branding.ts';
import { renderText } from '../ports/legal-texts/render.ts';
import { loadTexts } from '../ports/legal-texts/texts.ts';

/** The agreements by what they are, as agreement-facts.ts names them. */
export const groups: Readonly<Record<string, readonly AgreementName[]>> = {
  consumer: agreementNames.filter((name) => /grants|owned-funds/.test(name)),
  owned: agreementNames.filter((name) => name.includes('owned-funds')),
  grants: agreementNames.filter((name) => name.includes('grants')),
  business: ['cardholder-mb-agreement', 'cardholder-bancorp-agreement', 'cardholder-bancorp-mc-agreement'],
  commercial: ['cardholder-bankcorp-credit-aggreement'],
};

const texts = loadTexts(null);

/** An agreement as it ships, in the words of the default program. */
export const agreementText = (name: AgreementName): LegalText =>
  renderText(texts.of(name, null), { name: 'Florin', branding: defaultBranding }).text;

const lettersOf = (words: readonly Inline[]) => words.map(({ text }) => text).join('');

function wordsOf(block: Block): string {
  if (block.kind === 'paragraph') return lettersOf(block.words);
  if (block.kind === 'heading') return block.title;
  if (block.kind === 'list') return block.items.map(lettersOf).join('\n');
  return [block.head, ...block.rows].map((row) => row.map(lettersOf).join(' | ')).join('\n');
}

/** The letters of a section by its link target; of `head`, of what stands before the first. */
export function sectionWords(text: LegalText, id: string): string {
  if (id === 'head') return [text.name, text.effectiveDate, ...text.preamble.map(wordsOf)].join('\n');
  return (text.sections.find((section) => section.id === id)?.blocks ?? []).map(wordsOf).join('\n');
}

/** All letters of a text. */
export const allWords = (text: LegalText): string =>
  ['head', ...text.sections.map(({ id }) => id)].map((id) => sectionWords(text, id)).join('\n');

/** Where the links of a text lead, each once. */
export function linksOf({ preamble, sections }: LegalText): string[] {
  const links = [...preamble, ...sections.flatMap(({ blocks }) => blocks)]
    .flatMap(inlinesOf)
    .flatMap((inline) => (inline.kind === 'link' ? inline.to : []));
  return [...new Set(links)].toSorted();
}

function inlinesOf(block: Block): readonly Inline[] {
  if (block.kind === 'paragraph') return block.words;
  if (block.kind === 'list') return block.items.flat();
  return block.kind === 'table' ? [block.head, ...block.rows].flat(2) : [];
}
