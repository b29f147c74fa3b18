import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** A run of text. A link leads to a page of the dashboard, or to another site by https. */
const Inline = v.variant('kind', [
  v.object({ kind: v.literal('text'), text: v.string() }),
  v.object({ kind: v.literal('strong'), text: v.string() }),
  v.object({ kind: v.literal('emphasis'), text: v.string() }),
  v.object({ kind: v.literal('link'), text: v.string(), to: v.string() }),
]);
export type Inline = v.InferOutput<typeof Inline>;
const Words = v.array(Inline);

const Block = v.variant('kind', [
  v.object({ kind: v.literal('paragraph'), words: Words }),
  v.object({ kind: v.literal('list'), ordered: v.boolean(), items: v.array(Words) }),
  v.object({ kind: v.literal('table'), head: v.array(Words), rows: v.array(v.array(Words)) }),
  /** Within a section; `number` as in '4.2'. */
  v.object({ kind: v.literal('heading'), id: v.string(), number: v.string(), title: v.string() }),
]);
export type Block = v.InferOutput<typeof Block>;

/** A legal text with every parameter filled in. `id` is the link target of a section. */
export const LegalText = v.object({
  name: v.string(),
  version: v.number(),
  /** As written in the text, such as 04/2024 or June 13th, 2023. */
  effectiveDate: v.string(),
  preamble: v.array(Block),
  sections: v.array(v.object({ id: v.string(), number: v.string(), title: v.string(), blocks: v.array(Block) })),
});
export type LegalText = v.InferOutput<typeof LegalText>;
export type Section = LegalText['sections'][number];

/** The footer's public documents. */
export const documentNames = [
  'terms-and-conditions',
  'privacy-policy',
  'services-agreement',
  'e-sign-agreement',
  'faq',
] as const;
export type DocumentName = (typeof documentNames)[number];

/** The agreements: the names of their routes (section 2; reading 2 for the spelling of the last). */
export const agreementNames = [
  'cardholder-mb-agreement',
  'cardholder-fifththird-grants-agreement',
  'cardholder-fifththird-disburse-owned-funds-agreement',
  'cardholder-bancorp-agreement',
  'cardholder-bancorp-mc-agreement',
  'cardholder-bancorp-grants-agreement',
  'cardholder-bancorp-disburse-owned-funds-agreement',
  'cardholder-bankcorp-credit-aggreement',
] as const;
export type AgreementName = (typeof agreementNames)[number];

/** The one agreement that needs no login. */
export const publicAgreement = 'cardholder-bankcorp-credit-aggreement' satisfies AgreementName;

export const legalText = endpoint({
  method: 'GET',
  path: '/api/legal-texts/{name}',
  summary: 'A document of the footer, or the public credit guide',
  access: 'public',
  params: v.object({ name: v.picklist([...documentNames, publicAgreement], 'format') }),
  query: v.object({ customSlug: v.optional(v.pipe(v.string(), v.maxLength(64, 'tooLong'))) }),
  answers: { 200: LegalText },
  errors: [],
});
