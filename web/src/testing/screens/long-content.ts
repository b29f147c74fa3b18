import type { Answers } from '../answers.ts';

const word = 'Donaudampfschifffahrtsgesellschaftskapitaen';
/** The fields that people and their businesses fill in, with as much as the contract lets them. */
const longest: Record<string, string | number> = {
  businessName: `${word} & Sons of the Upper River`,
  firstName: word,
  lastName: 'Wolfeschlegelsteinhausenbergerdorff',
  userName: `${word}.and.all.of.her.many.sisters`,
  nameOnCard: word.toUpperCase(),
  bankName: `First ${word} Savings and Loan`,
  name: word,
  sentBy: `${word} Wolfeschlegelsteinhausenbergerdorff`,
  invitedBy: `${word} Wolfeschlegelsteinhausenbergerdorff`,
  email: `${word.toLowerCase()}@a-very-long-domain-of-a-business.example`,
  address: `${word.toLowerCase()}@a-very-long-domain-of-a-business.example`,
  description: `${word} Card Purchase`,
  merchant: `${word} and Daughters`,
  purpose: `${word} ${word} for the whole of next year`,
  note: `${word} ${word}`,
  invoice: `INV-${word}-20261121-0000001`,
  agentFamily: 'Samsung Internet for Android',
  locationCity: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
  accountBalance: 999_999_999_99,
  available: 999_999_999_99,
  amount: 999_999_999_99,
};
const copies = 3;
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const isId = (key: string) => key === 'id' || key.endsWith('Id');

/** A body with every list three times as long, and every field that people fill in at its greatest length. */
function lengthened(value: unknown, key: string, copy: number): unknown {
  if (Array.isArray(value)) {
    const isOfThings = value.some((one) => typeof one === 'object' && one !== null);
    return Array.from({ length: isOfThings ? copies : 1 }, (_, n) =>
      value.map((one) => lengthened(one, key, n)),
    ).flat();
  }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, lengthened(part, name, copy)]));
  if (copy > 0 && typeof value === 'string' && isId(key))
    return uuid.test(value) ? `${copy}${value.slice(1)}` : `${value}-${copy}`;
  if (copy > 0 && (key === 'isCurrent' || key === 'isPrimary')) return false;
  const most = longest[key];
  return typeof most === typeof value ? most : value;
}

/** The same answers with long lists and long values, except of the session and of the fixed list of steps. */
export const withLongContent = ({ session, onboardingChecklist, ...answers }: Answers): Answers => ({
  session,
  onboardingChecklist,
  ...Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      typeof answer === 'function' ? answer : lengthened(answer, name, 0),
    ]),
  ),
});
