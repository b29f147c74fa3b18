import * as v from 'valibot';
import { holdsCardNumber } from './cards/card-number.ts';
import * as limits from './limits.ts';
import { isMailAddress } from './mail-address.ts';

/**
 * Text that both PostgreSQL and JSON can store: no U+0000, no lone surrogate. Issue messages are field problems
 * (errors.ts).
 */
export const text = (maxLength: number) =>
  v.pipe(
    v.string('type'),
    v.maxLength(maxLength, 'tooLong'),
    v.check((s) => s.isWellFormed() && !s.includes('\u0000'), 'characters'),
  );

/** Text with at least one character that is not white space. */
export const requiredText = (maxLength: number) =>
  v.pipe(
    text(maxLength),
    v.check((s) => s.trim() !== '', 'missing'),
  );

/** Text without surrounding white space, which copying and keyboard suggestions add. */
const trimmed = (schema: ReturnType<typeof requiredText>) => v.pipe(v.string('type'), v.trim(), schema);

/**
 * Controls, line breaks, and invisible characters that change how other text is shown: direction marks, fillers, tags.
 * The joiners of some scripts and the emoji variation selector are allowed; U+0000 is refused already.
 */
const unseen = /(?!\0)\p{Cc}|[\p{Zl}\p{Zp}]|(?!\u200c|\u200d|\ufe0f)\p{Default_Ignorable_Code_Point}/u;
const isSeen = (s: string) => !unseen.test(s);
/** Text of several lines keeps its lines. */
const withoutUnseen = (s: string) =>
  s.replaceAll(new RegExp(`(?![\\t\\n\\r\\u2028\\u2029])(?:${unseen.source})`, 'gu'), '');

/** Text for other people is stored and mailed unchanged, so it must not contain a card number (PCI DSS 3.5.1). */
const hasNoCard = (words: string) => !holdsCardNumber(words);

/**
 * Text of several lines for other people, without the invisible characters that a line refuses: a paste often has some, and
 * nobody can find them in a long text. No card numbers.
 */
export const freeText = (maxLength: number) =>
  v.pipe(text(maxLength), v.transform(withoutUnseen), v.check(hasNoCard, 'characters'));
export const requiredFreeText = (maxLength: number) =>
  v.pipe(
    freeText(maxLength),
    v.check((s) => s.trim() !== '', 'missing'),
  );

/** Refuses invisible characters and makes white space one space. */
const seenLine = (maxLength: number) =>
  v.pipe(
    text(maxLength),
    v.check(isSeen, 'characters'),
    v.transform((s) => s.replaceAll(/\s+/gu, ' ').trim()),
  );

/** One line of text for other people, in mails and lists; no card numbers. */
export const line = (maxLength: number) =>
  // Checks the stored form: one space between groups hides less than several.
  v.pipe(seenLine(maxLength), v.check(hasNoCard, 'characters'));
export const requiredLine = (maxLength: number) =>
  v.pipe(
    line(maxLength),
    v.check((s) => s !== '', 'missing'),
  );

/**
 * Mail programs turn these into links, and also host names without a protocol: a dot and two characters of a domain.
 */
const makesLink = /[/\\:@<>]|www[.\u3002]|[.\u3002][^\s.]{2}/iu;

/** Whether mail programs would turn a name into a link. The name may contain signs and dots (Chrome/Windows, v2.10). */
export const namesHost = (s: string): boolean => /:\/\/|www[.\u3002]|[.\u3002]\p{L}{2}/iu.test(s.normalize('NFKC'));

/** The three parts of a name stand side by side: with so few digits each, they cannot form a card number. */
const digitsOfName = 4;
const hasFewDigits = (s: string) => (s.match(/\p{Nd}/gu)?.length ?? 0) <= digitsOfName;

/**
 * A part of a person's name; empty if the person has none. Mails to others contain it, so it can be neither a link nor
 * part of a card number.
 */
export const PersonName = v.pipe(
  seenLine(60),
  v.check((s) => !makesLink.test(s.normalize('NFKC')) && hasFewDigits(s.normalize('NFKC')), 'characters'),
);
export const RequiredPersonName = v.pipe(
  PersonName,
  v.check((s) => s !== '', 'missing'),
);

/** A username as typed at sign-in. Any text is accepted, so that errors do not reveal the form of valid names. */
export const TypedUsername = trimmed(requiredText(limits.username.maxLength));
/** A password as typed at sign-in. The length limit is generous in UTF-16 units; rules for new passwords are stricter. */
export const TypedPassword = v.pipe(text(limits.password.maxLength * 2), v.minLength(1, 'missing'));

/** The address of a mailbox on the internet: its domain has a dot. */
export const Email = v.pipe(
  trimmed(requiredText(limits.email.maxLength)),
  v.check((s) => isSeen(s) && hasNoCard(s), 'characters'),
  v.check((s) => !isSeen(s) || (isMailAddress(s) && /@[^.]+(\.[^.]+)+$/.test(s)), 'format'),
);

/** A secure access code as typed; the rule that answers InvalidCodeFormat checks its six digits. */
export const TypedAccessCode = requiredText(64);

export const EntityType = v.picklist(['Email', 'PhoneNumber'], 'format');
export type EntityType = v.InferOutput<typeof EntityType>;

export const Uuid = v.pipe(
  v.string('type'),
  v.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, 'format'),
);

/** An opaque token: a kind prefix and 256 bits in base64url. */
export const token = (prefix: string) =>
  v.pipe(v.string('type'), v.regex(new RegExp(`^${prefix}_[A-Za-z0-9_-]{43}$`), 'format'));

/** The browser's description of itself: a label for display and correlation, never a credential. */
export const DeviceId = v.optional(text(128));
export const Device = v.optional(text(512));

/** The seconds until the server sends another code; every countdown starts with it. */
export const ResendInSeconds = v.number();

export const RecaptchaToken = v.optional(v.nullable(text(8192)));

/** Values of a query, separated by commas, each of up to 40 characters. */
export const listOf = <T extends v.GenericSchema<string, unknown>>(item: T, atMost = 50) =>
  v.pipe(
    text(atMost * 40),
    v.transform((s) => s.split(',')),
    v.maxLength(atMost, 'tooLong'),
    v.array(item, 'format'),
  );
