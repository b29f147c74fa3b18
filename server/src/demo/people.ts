import type { Preset } from '@florin/contract/permissions';
import type { BusinessKey } from './businesses.ts';
import type { ProgramKey } from './programs.ts';

/** The one password of every demo person. */
export const demoPassword = 'paper-lantern-harbor-42';

export interface DemoContact {
  kind: 'Email' | 'PhoneNumber';
  /** Normalized: lower case, or E.164. */
  address: string;
  verified: boolean;
  /** The phone has replied STOP. */
  stopped?: boolean;
}

export interface DemoAccount {
  business: BusinessKey;
  /** The last four digits of the card, for a cardholder's account; an administrator's has none. */
  card?: string;
  closed?: boolean;
  /** Of an administrator; the first one of a business is its owner. */
  preset?: Preset;
}

/** A browser the person has logged in with; without `city` the place is unknown. */
export interface DemoLogin {
  agent: string | null;
  os: string | null;
  place?: readonly [city: string | null, region: string | null, country: string];
  hoursAgo: number;
  /** The session is still open. */
  signedIn?: boolean;
}

export interface DemoPerson {
  username: string;
  /** First name, space, last name. */
  name: string;
  /** What to try with this person: printed at start and listed in docs/demo.md. */
  what: string;
  program?: ProgramKey;
  /** Default: on. */
  secondFactor?: boolean;
  contacts: readonly DemoContact[];
  accounts: readonly DemoAccount[];
  /** Wrong passwords from unknown devices so far. */
  failedPasswords?: number;
  suspicious?: boolean;
  /** Has not accepted the agreement of the card. */
  agreementOpen?: boolean;
  /** A first visit: the product tour starts by itself. */
  newcomer?: boolean;
  /** Each on a device of its own. */
  logins?: readonly DemoLogin[];
}

const email = (address: string): DemoContact => ({ kind: 'Email', address, verified: true });
const phone = (address: string): DemoContact => ({ kind: 'PhoneNumber', address, verified: true });
const unconfirmedPhone = (address: string): DemoContact => ({ kind: 'PhoneNumber', address, verified: false });

const travels: readonly DemoLogin[] = [
  { agent: 'Chrome', os: 'Android', place: ['Lisbon', 'Lisbon', 'Portugal'], hoursAgo: 2, signedIn: true },
  { agent: 'Firefox', os: 'Windows', place: ['Boise', 'Idaho', 'United States'], hoursAgo: 5, signedIn: true },
  { agent: null, os: null, hoursAgo: 26 },
  { agent: 'Safari', os: 'iOS', place: ['New York', 'New York', 'United States'], hoursAgo: 30 },
  { agent: 'Microsoft Edge', os: 'Windows', place: ['Chicago', 'Illinois', 'United States'], hoursAgo: 51 },
  { agent: 'Safari', os: 'macOS', place: [null, null, 'Canada'], hoursAgo: 76 },
  { agent: 'Opera', os: 'Linux', place: ['Oslo', 'Oslo', 'Norway'], hoursAgo: 120 },
  { agent: 'Samsung Internet for Android', os: 'Android', place: ['Seoul', null, 'South Korea'], hoursAgo: 170 },
  { agent: 'Firefox', os: 'Linux', hoursAgo: 260 },
  { agent: 'Chrome', os: 'Chrome OS', place: ['Austin', 'Texas', 'United States'], hoursAgo: 400 },
  { agent: 'Vivaldi', os: 'macOS', place: ['Reykjavik', 'Capital Region', 'Iceland'], hoursAgo: 610 },
  { agent: 'Chrome', os: 'macOS', place: ['San Francisco', 'California', 'United States'], hoursAgo: 900 },
  { agent: 'Safari', os: 'iOS', place: ['San Francisco', 'California', 'United States'], hoursAgo: 1300 },
];

export const demoPeople: readonly DemoPerson[] = [
  {
    username: 'admin',
    name: 'Maya Chen',
    what: 'administrator of a prepaid business; code by email',
    contacts: [email('maya.chen@northwind-trading.example')],
    accounts: [{ business: 'northwindTrading' }],
  },
  {
    username: 'credit.admin',
    name: 'Jonas Weber',
    what: 'administrator of a credit business',
    contacts: [email('jonas.weber@brightline.example')],
    accounts: [{ business: 'brightline' }],
  },
  {
    username: 'cardholder',
    name: 'Priya Nair',
    what: 'cardholder with a pre-funded card',
    contacts: [email('priya.nair@northwind-trading.example')],
    accounts: [{ business: 'northwindTrading', card: '0932' }],
  },
  {
    username: 'credit.cardholder',
    name: 'Leo Brandt',
    what: 'cardholder whose card draws on the line of credit',
    contacts: [email('leo.brandt@brightline.example')],
    accounts: [{ business: 'brightline', card: '2204' }],
  },
  {
    username: 'teacher',
    name: 'Sam Whitfield',
    what: 'cardholder who may request funding and add attachments; grants program, whose agreement waits to be accepted',
    contacts: [email('sam.whitfield@meadowlark.example')],
    accounts: [{ business: 'meadowlark', card: '5543' }],
    agreementOpen: true,
  },
  {
    username: 'grants.admin',
    name: 'Grace Adeyemi',
    what: 'administrator of a grants program who may not view card usage',
    contacts: [email('grace.adeyemi@meadowlark.example')],
    accounts: [{ business: 'meadowlark' }],
  },
  {
    username: 'mastercard',
    name: 'Elena Rossi',
    what: 'cardholder of a Mastercard that draws on the prepaid balance of the business',
    contacts: [email('elena.rossi@cascade.example')],
    accounts: [{ business: 'cascade', card: '7710' }],
  },
  {
    username: 'mb.cardholder',
    name: 'Tomas Novak',
    what: 'cardholder of the bank MBFINANCIAL',
    contacts: [email('tomas.novak@lakeside.example')],
    accounts: [{ business: 'lakeside', card: '6318' }],
  },
  {
    username: 'gratuity',
    name: 'Mila Fontaine',
    what: 'cardholder of an owned-funds program of the bank FIFTHTHIRD: its consumer agreement',
    contacts: [email('mila.fontaine@tip-jar.example')],
    accounts: [{ business: 'tipJar', card: '2518' }],
  },
  {
    username: 'relief',
    name: 'Joel Abara',
    what: 'cardholder of a grants program of the bank BANCORP: its consumer agreement',
    contacts: [email('joel.abara@harvest-relief.example')],
    accounts: [{ business: 'harvestFund', card: '7163' }],
  },
  {
    username: 'payouts',
    name: 'Rosa Delgado',
    what: 'cardholder of an owned-funds program of the bank BANCORP: the agreement whose funds do not expire',
    contacts: [email('rosa.delgado@gig-payouts.example')],
    accounts: [{ business: 'gigPayouts', card: '9480' }],
  },
  {
    username: 'seven',
    name: 'Ada Okafor',
    what: 'seven linked accounts, one of every label',
    contacts: [email('ada.okafor@accounts.example')],
    accounts: [
      { business: 'northwindTrading' },
      { business: 'brightline' },
      { business: 'northwindTrading', card: '4821' },
      { business: 'copperKettle' },
      { business: 'oldPrintShop' },
      { business: 'meadowlark', card: '1187', closed: true },
      { business: 'juniper' },
    ],
  },
  {
    username: 'onefactor',
    name: 'Noah Park',
    what: 'second factor off: straight in',
    secondFactor: false,
    contacts: [email('noah.park@northwind-trading.example')],
    accounts: [{ business: 'northwindTrading', card: '3056' }],
  },
  {
    username: 'newcomer',
    name: 'Ines Duarte',
    what: 'has never been here: the product tour starts',
    newcomer: true,
    contacts: [email('ines.duarte@northwind-trading.example')],
    accounts: [{ business: 'northwindTrading' }],
  },
  {
    username: 'email.only',
    name: 'Ines Duarte',
    what: 'one way to get a code: straight to the code',
    contacts: [email('ines.duarte@cascade.example')],
    accounts: [{ business: 'cascade' }],
  },
  {
    username: 'several',
    name: 'Kofi Mensah',
    what: 'chooses between email and a confirmed phone',
    contacts: [email('kofi.mensah@northwind-trading.example'), phone('+12125550142')],
    accounts: [{ business: 'northwindTrading', card: '8890' }],
  },
  {
    username: 'unverified',
    name: 'Hana Suzuki',
    what: 'unconfirmed phone: goes on to confirm it after the code',
    contacts: [email('hana.suzuki@meadowlark.example'), unconfirmedPhone('+12125550143')],
    accounts: [{ business: 'meadowlark', card: '2765' }],
  },
  {
    username: 'stopped',
    name: 'Omar Haddad',
    what: 'the phone is on the STOP list: a text is refused, email works; lakeside.admin can confirm a reset',
    contacts: [email('omar.haddad@lakeside.example'), { ...phone('+12125550144'), stopped: true }],
    accounts: [{ business: 'lakeside' }],
  },
  {
    username: 'lakeside.admin',
    name: 'Signe Olsen',
    what: 'the other administrator of that business',
    contacts: [email('signe.olsen@lakeside.example')],
    accounts: [{ business: 'lakeside' }],
  },
  {
    username: 'noaddress',
    name: 'Ruth Lindqvist',
    what: 'nothing to send a code to',
    contacts: [unconfirmedPhone('+12125550145')],
    accounts: [{ business: 'northwindTrading', card: '4402' }],
  },
  {
    username: 'locked',
    name: 'Ivan Petrov',
    what: 'locked by too many wrong passwords',
    contacts: [email('ivan.petrov@cascade.example')],
    accounts: [{ business: 'cascade', card: '9034' }],
    failedPasswords: 100,
  },
  {
    username: 'captcha',
    name: 'Lucia Moreno',
    what: 'asked for the captcha',
    contacts: [email('lucia.moreno@cascade.example')],
    accounts: [{ business: 'cascade', card: '1529' }],
    failedPasswords: 3,
  },
  {
    username: 'suspicious',
    name: 'Yusuf Demir',
    what: 'may have visited a malicious site: restricted, then logged out',
    contacts: [email('yusuf.demir@northwind-trading.example')],
    accounts: [{ business: 'northwindTrading', card: '6671' }],
    suspicious: true,
  },
  {
    username: 'traveler',
    name: 'Nadia Rahman',
    what: 'thirteen devices, none looked at yet: login activity with its badge and its alert',
    contacts: [email('nadia.rahman@brightline.example')],
    accounts: [{ business: 'brightline' }],
    logins: travels,
  },
  {
    username: 'moved',
    name: 'Clara Jensen',
    what: 'sent to the start site, where START_SITE_URL names one (answer 302)',
    contacts: [email('clara.jensen@tidewater.example')],
    accounts: [{ business: 'tidewater' }],
  },
  {
    username: 'suspended',
    name: 'Marco Bianchi',
    what: 'administrator of a suspended business',
    contacts: [email('marco.bianchi@copper-kettle.example')],
    accounts: [{ business: 'copperKettle' }],
  },
  {
    username: 'pending',
    name: 'Wei Zhang',
    what: 'administrator of a business under review',
    contacts: [email('wei.zhang@juniper.example')],
    accounts: [{ business: 'juniper' }],
  },
  {
    username: 'suspended.credit',
    name: 'Bettina Krause',
    what: 'administrator of a business suspended after a credit review',
    contacts: [email('bettina.krause@saltbox.example')],
    accounts: [{ business: 'saltbox' }],
  },
  {
    username: 'suspended.bank',
    name: 'Samuel Osei',
    what: 'administrator of a business suspended because its bank is out of reach: log in to the bank as demo with demo-bank, or send deposits to 000000518, account 100020003106',
    contacts: [email('samuel.osei@maple-court.example')],
    accounts: [{ business: 'mapleCourt' }],
  },
  {
    username: 'suspended.payment',
    name: 'Ilse Vermeer',
    what: 'administrator of a business suspended because a payment failed',
    contacts: [email('ilse.vermeer@ironbridge.example')],
    accounts: [{ business: 'ironbridge' }],
  },
  {
    username: 'suspended.fraud',
    name: 'Desmond Clarke',
    what: 'administrator of a business suspended for suspected fraud',
    contacts: [email('desmond.clarke@nightjar.example')],
    accounts: [{ business: 'nightjar' }],
  },
  {
    username: 'suspended.other',
    name: 'Mirela Popescu',
    what: 'administrator of a business suspended for no reason of its own',
    contacts: [email('mirela.popescu@fernhill.example')],
    accounts: [{ business: 'fernhill' }],
  },
  {
    username: 'suspended.cardholder',
    name: 'Paolo Ricci',
    what: 'cardholder of a suspended business: is told whom to ask',
    contacts: [email('paolo.ricci@copper-kettle.example')],
    accounts: [{ business: 'copperKettle', card: '6120' }],
  },
  {
    username: 'pending.prepaid',
    name: 'Ayumi Tanaka',
    what: 'administrator of a prepaid business under review',
    contacts: [email('ayumi.tanaka@pebble-pine.example')],
    accounts: [{ business: 'pebbleBeach' }],
  },
  {
    username: 'pending.cardholder',
    name: 'Jonas Petersen',
    what: 'cardholder of a prepaid business under review: waits for the approval',
    contacts: [email('jonas.petersen@pebble-pine.example')],
    accounts: [{ business: 'pebbleBeach', card: '2936' }],
  },
  {
    username: 'unlinked',
    name: 'Hector Ruiz',
    what: 'administrator of a credit business whose bank is no longer connected: log in to the bank as demo with demo-bank, or send deposits to 000000518, account 100020005518',
    contacts: [email('hector.ruiz@wildwood.example')],
    accounts: [{ business: 'wildwood' }],
  },
  {
    username: 'deposits',
    name: 'Lena Fischer',
    what: 'a bank account of the business awaits its two micro-deposits: 32 and 57 cents',
    contacts: [email('lena.fischer@lantern-books.example')],
    accounts: [{ business: 'lanternBooks' }],
  },
  {
    username: 'no.line',
    name: 'Amara Diallo',
    what: 'administrator of a credit business without a credit line: on hold',
    contacts: [email('amara.diallo@harvest-moon.example')],
    accounts: [{ business: 'harvestMoon' }],
  },
  {
    username: 'fees',
    name: 'Victor Lindahl',
    what: 'administrator of a business that owes fees: a notice that can be put away',
    contacts: [email('victor.lindahl@summit-street.example')],
    accounts: [{ business: 'summit' }],
  },
  {
    username: 'notices',
    name: 'Rania Haddad',
    what: 'several notices at once: a bank account to validate (32 and 57 cents), a credit line on hold, fees',
    contacts: [email('rania.haddad@stonegate.example')],
    accounts: [{ business: 'stonegate' }],
  },
  {
    username: 'starter',
    name: 'Jonah Wells',
    what: 'administrator of a business opened today: the onboarding checklist',
    contacts: [email('jonah.wells@sproutline.example')],
    accounts: [{ business: 'sproutline' }],
  },
  {
    username: 'allclosed',
    name: 'Greta Holm',
    what: 'administrator of a closed business and nothing else',
    contacts: [email('greta.holm@old-print-shop.example')],
    accounts: [{ business: 'oldPrintShop' }],
  },
  {
    username: 'switched',
    name: 'Anneke Visser',
    what: 'a minute or two after the log in, the business closes: the next page moves to the other account and says why',
    contacts: [email('anneke.visser@driftwood.example')],
    accounts: [{ business: 'driftwood' }, { business: 'cascade' }],
  },
  {
    username: 'association',
    name: 'Alexandrina Featherstonehaugh-Montgomery',
    what: 'long names and an eight-digit balance',
    contacts: [email('alexandrina.featherstonehaugh@association.example')],
    accounts: [{ business: 'association' }, { business: 'association', card: '3377' }],
  },
  {
    username: 'forgetful',
    name: 'Nadia Rahman',
    what: 'has forgotten the password: link by email, then a code by text',
    contacts: [email('nadia.rahman@brightline.example'), phone('+12125550146')],
    accounts: [{ business: 'brightline', card: '7345' }],
  },
  {
    username: 'forgetful.email',
    name: 'Bruno Keller',
    what: 'has forgotten the password and has email only: credit.admin has to confirm',
    contacts: [email('bruno.keller@brightline.example')],
    accounts: [{ business: 'brightline', card: '5127' }],
  },
  {
    username: 'shared.one',
    name: 'Ola Lindgren',
    what: 'shares an email address with shared.two: the username cannot be sent',
    contacts: [email('frontdesk@cascade.example')],
    accounts: [{ business: 'cascade', card: '4456' }],
  },
  {
    username: 'shared.two',
    name: 'Petra Vogel',
    what: 'shares an email address with shared.one: the username cannot be sent',
    contacts: [email('frontdesk@cascade.example')],
    accounts: [{ business: 'cascade', card: '8213' }],
  },
  {
    username: 'fjord',
    name: 'Astrid Halvorsen',
    what: 'white label: northwind.localhost or /login/northwind',
    program: 'northwind',
    contacts: [email('astrid.halvorsen@fjord.example')],
    accounts: [{ business: 'fjord' }],
  },
  {
    username: 'quay',
    name: 'Daniel Ortiz',
    what: 'white label: harbor.localhost or /login/harbor',
    program: 'harbor',
    contacts: [email('daniel.ortiz@quay-bakery.example')],
    accounts: [{ business: 'quayBakery' }],
  },
  {
    username: 'icon',
    name: 'Farah Siddiqui',
    what: 'administrator of a business with an icon of its own',
    contacts: [email('farah.siddiqui@compass.example')],
    accounts: [{ business: 'compass' }],
  },
  {
    username: 'second.owner',
    name: 'Lucas Meyer',
    what: 'the other owner of Compass Surveying, which asks for four eyes: approves what icon changes',
    contacts: [email('lucas.meyer@compass.example')],
    accounts: [{ business: 'compass', preset: 'OWNER' }],
  },
  {
    username: 'funder',
    name: 'Farah Nasser',
    what: 'may fund cards and decide requests for funds, and little else',
    contacts: [email('farah.nasser@compass.example')],
    accounts: [{ business: 'compass', preset: 'FUNDER' }],
  },
  {
    username: 'reviewer',
    name: 'Rita Coelho',
    what: 'may review purchases and requests for exceptions',
    contacts: [email('rita.coelho@compass.example')],
    accounts: [{ business: 'compass', preset: 'REVIEWER' }],
  },
  {
    username: 'auditor',
    name: 'Anton Weiss',
    what: 'may look at everything and change nothing',
    contacts: [email('anton.weiss@compass.example')],
    accounts: [{ business: 'compass', preset: 'AUDITOR' }],
  },
  {
    username: 'meridian',
    name: 'Tove Nilsen',
    what: 'splash “cardholder workflows”: meridian.localhost or /login/meridian',
    program: 'meridian',
    contacts: [email('tove.nilsen@meridian-club.example')],
    accounts: [{ business: 'meridianClub' }],
  },
  {
    username: 'quill',
    name: 'Iris Calloway',
    what: 'splash “AI-powered GL coding”: quill.localhost or /login/quill',
    program: 'quill',
    contacts: [email('iris.calloway@quill-press.example')],
    accounts: [{ business: 'quillPress' }],
  },
];
