import { demoAnnouncements } from '../server/src/demo/programs.ts';
import { shellWords } from '../web/src/messages/en/shell.ts';
import { bannersFor, type Banned, type Notices } from '../web/src/shell/banners.ts';

const { title, text: body } = demoAnnouncements[0];
const bank = { id: 'bank', bankName: 'Granite State Bank', accountLast4: '2290' } as const;
const usd = (amount: number) => ({ amount, currency: 'USD' });

const modes = Object.keys(shellWords.banners.suspended) as (keyof typeof shellWords.banners.suspended)[];
const people: Banned[] = (['ADMIN', 'CARDHOLDER'] as const).flatMap((role) =>
  (['Credit', 'Prepaid'] as const).flatMap((fundingSource) =>
    (['OPEN', 'CLOSED'] as const).flatMap((accountStatus) =>
      [null, ...modes].flatMap((suspensionMode) =>
        [true, false].map((businessOperational) => ({
          role,
          fundingSource,
          suspensionMode,
          businessSuspended: suspensionMode !== null,
          creditReplenishmentDelayDays: null,
          userId: 'me',
          linkedUsers: [],
          userData: { accountStatus, businessOperational },
        })),
      ),
    ),
  ),
);
const notices: Notices[] = [
  {
    primaryBank: {
      ...bank,
      authenticationMethod: 'PLAID',
      openBankingConnection: { isActive: false },
      status: 'ACTIVE',
    },
  },
  ...(
    [
      ['AWAITINGMINIDEPOSIT', 1],
      ['ACTIVE', 0],
      ['AWAITINGMINIDEPOSIT', 0],
    ] as const
  ).map(([status, creditLine]) => ({
    primaryBank: { ...bank, authenticationMethod: 'MICRODEPOSITS', openBankingConnection: null, status },
    creditLine: usd(creditLine),
  })),
].flatMap((notice) =>
  [true, false].map((automaticSuspension) => ({
    ...notice,
    automaticSuspension,
    fees: { warehouseAmount: usd(25_00), dismissed: false },
    announcements: [{ id: 'news', title, text: body }],
    incomplete: true,
  })),
) as Notices[];

type Words = string | ((bank: string, last4: string) => string);
const said = (words: Words) => (typeof words === 'function' ? words(bank.bankName, bank.accountLast4) : words);

/** The words of the banners by name, `suspended.Fraud` for those of a mode. */
const words = Object.entries(shellWords.banners).flatMap(([name, value]) =>
  typeof value === 'object'
    ? Object.entries<Words>(value).map(([mode, text]) => [`${name}.${mode}`, said(text)] as const)
    : [[name, said(value)] as const],
);

/** Every banner that an account can have, found by looking at all of their states: its name among the words, and its text. */
export function shownBanners(): { name: string; text: string }[] {
  const texts = new Set(
    people.flatMap((person) => notices.flatMap((notice) => bannersFor(person, notice).map(({ text }) => text))),
  );
  return [...texts].map((text) => {
    // Fees are told with their amount; an announcement in words of its own.
    const named = words.find(([, wanted]) => text === wanted) ?? words.find(([, wanted]) => text.startsWith(wanted));
    return { name: named?.[0] ?? 'announcement', text };
  });
}
