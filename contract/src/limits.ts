/** The figures of the specification (section 9) and of the security design, each with its unit in its name. */

export const SECOND = 1;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export const accessCode = {
  digits: 6,
  lifetimeSeconds: 10 * MINUTE,
  maxTries: 5,
  /** Wrong codes of one person over all codes and factors until the second factor is locked. */
  maxFailuresPerDay: 20,
} as const;

export const username = { maxLength: 80 } as const;
export const email = { maxLength: 80 } as const;
/** Counted in code points. ASVS 6.2.1 and 6.2.9. */
export const password = { minLength: 12, maxLength: 128, historySize: 3 } as const;
export const cardNumber = { digits: 16 } as const;

/** Seconds after the last key before the leaked-password check is made (section 5: 300 ms). */
export const leakedPasswordDebounceMilliseconds = 300;
/** The lowest zxcvbn score (0 to 4) a new password may have. */
export const passwordMinScore = 3;

/** A registration from its first proof to its end; no call extends it. */
export const registration = {
  lifetimeSeconds: 30 * MINUTE,
  verificationCodeLifetimeSeconds: 30 * MINUTE,
  /**
   * Links to the address on file (decision 032): how long a link works, and how old it must be before the card gets
   * another. Texts are sent less often, because strangers can cause them.
   */
  links: {
    Email: { lifetimeSeconds: 2 * HOUR, atMostEverySeconds: HOUR },
    PhoneNumber: { lifetimeSeconds: 12 * HOUR, atMostEverySeconds: 6 * HOUR },
  },
  /**
   * Wrong verification codes of one card in a day, over all browsers, until the captcha and until the lock (reading 9).
   */
  captchaFromWrongCodes: 5,
  lockFromWrongCodes: 10,
  /** Over all days, without a correct code in between. */
  lockFromWrongCodesEver: 20,
  /**
   * After this many unlocks, the year of birth is no longer a proof for the card, because few years are left to guess.
   */
  birthYearUntilUnlocked: 2,
  /** Refused card numbers of one address prefix: a captcha from the second on, at most five an hour. */
  captchaFromRefusedCards: 2,
  refusedCardsPerHour: 5,
  /** Refused card numbers of one program in ten minutes until everyone there solves a captcha. */
  captchaFromRefusedCardsOfProgram: 100,
  minimumAgeYears: 13,
  maximumAgeYears: 120,
  usernameChecksPerFlow: 30,
  /** Reserved for the last step, so that a person who has checked thirty names can still register with one. */
  usernameChecksOfLastStep: 10,
  /** For one card or invite, over all its registrations. */
  usernameChecksPerDay: 120,
  /** Refusals "taken" given to one address prefix. */
  takenUsernamesPerHour: 60,
  /** Registrations begun with one invite. */
  begunPerInvitePerHour: 20,
} as const;
/** A vendor's link to one card's details, and the token for which it is exchanged. */
export const vendorLink = {
  lifetimeSeconds: 7 * DAY,
  tokenSeconds: 2 * MINUTE,
  /** How long the details stay on the vendor's page. */
  shownSeconds: 10 * MINUTE,
  invoiceMaxLength: 60,
  noteMaxLength: 500,
  /** For one person, and for one business. */
  sentPerHour: 20,
  sentPerDay: 60,
  amountMaxCents: 100_000_000_00,
  /** How long a link's own card can be charged after the link was sent, or after the day of its payment. */
  ownCardSeconds: 60 * DAY,
} as const;
/**
 * New cards for one person in a day, by the calendar of the business. `business.cards_at_most` is the limit of its
 * plan.
 */
export const newCardsPerPersonAndDay = 20;
/** Rows of a list that one act may be for; their ids fit into the address of an export. */
export const selectedAtMost = 200;
/** Rows and characters of one bulk act, which must fit into a request with its other fields. */
export const bulkCards = { linesAtMost: selectedAtMost, csvMaxLength: 12_000 } as const;
/** How long before its last day a card is renewed. */
export const renewalDays = 30;
/** A freeze that ends by itself ends within a year. */
export const longestFreezeSeconds = 366 * DAY;
/** The note that administrators and cardholders write on a transaction. */
export const transactionNote = { maxLength: 500 } as const;
/** How many merchants, among the latest transactions, are suggested when a search finds nothing. */
export const merchantSuggestions = { atMost: 3, scannedAtMost: 5000 } as const;
/** What people write in a report of a purchase, and in its answer. */
export const transactionReport = { maxLength: 1000 } as const;
/** Card details on the dashboard: how long they are shown, and how often a card may be viewed. */
export const cardDetails = { shownSeconds: 30, viewsPerHour: 10, viewsListed: 5 } as const;
export const invite = {
  lifetimeSeconds: 7 * DAY,
  /** Mails with a link, each to a stranger's address: new and repeated invites together. */
  mailsPerAddressInTenMinutes: 3,
  mailsPerAddressPerDay: 10,
  mailsPerBusinessPerDay: 200,
} as const;
/**
 * A reset link. Setting a password with one ends all others; a new one ends only those that stay unopened for
 * `unopenedSeconds` (decision 021).
 */
export const resetLink = { lifetimeSeconds: 2 * HOUR, unopenedSeconds: 10 * MINUTE } as const;
/**
 * A sign-in link and the browser it has confirmed: that browser's failed passwords and codes are counted apart from
 * those of strangers (decision 032).
 */
export const loginLink = { lifetimeSeconds: 2 * HOUR, confirmedSeconds: HOUR } as const;
/**
 * If the newest mail with a link is older than this, another is sent, whatever strangers have requested. It is half of
 * a link's life, so the newest link still works for at least the same time (decision 032).
 */
export const linkMails = { atLeastEverySeconds: HOUR } as const;
/**
 * An administrator's approval for a person without a second proof: how long it can be given, and how long it is valid.
 */
export const recoveryConfirmation = { askedForSeconds: DAY, confirmedForSeconds: DAY } as const;
/** Recovery forms sent from one address prefix within ten minutes until their captcha gets harder. */
export const recoveryForms = { hardCaptchaFrom: 10, hardestCaptchaFrom: 30 } as const;
/** Recovery mails to one person requested on unknown devices, from all addresses together. */
export const strangersMails = [
  { windowSeconds: 10 * MINUTE, sends: 9 },
  { windowSeconds: DAY, sends: 30 },
] as const;
/** Each broken address is reported once in that time. */
export const brokenLinkReports = { windowSeconds: HOUR } as const;
/**
 * Chat messages and reports of broken addresses. Those of strangers are counted by address prefix, for the captcha
 * within an hour and for the daily quota, and by program. Beyond the number that is mailed one by one, they wait for
 * the hourly digest, which contains at most this many.
 */
export const strangersMessages = {
  windowSeconds: HOUR,
  captchaFrom: 3,
  hardCaptchaFrom: 10,
  hardestCaptchaFrom: 30,
  perAddressAndDay: 60,
  mailedPerProgram: 30,
  keptPerProgram: 1000,
  perDigest: 200,
  /** Of a signed-in person, who needs no captcha. */
  perPerson: 20,
} as const;
export const autologinTicket = { lifetimeSeconds: 60 } as const;
/** How long a proof is fresh: changes to factors, contacts and password need a fresh one (security design 3.5). */
export const stepUpSeconds = 5 * MINUTE;
/** How long card details are held after a password reset or a change to the ways of signing in (decision 023). */
export const heldAfterChange = { seconds: DAY } as const;
/** RFC 6238, with its recommended step; one step either way compensates for clocks. */
export const authenticator = { stepSeconds: 30, stepsEitherWay: 1, enrolmentSeconds: 15 * MINUTE } as const;
export const passkeyChallenge = { lifetimeSeconds: 5 * MINUTE } as const;
export const backupCodes = { count: 10, bits: 80 } as const;
/** Two deposits below a dollar prove access to a bank account. The link to the form works this long. */
export const microDeposits = { largestCents: 99, triesAtMost: 3, linkLifetimeSeconds: 14 * DAY } as const;
/** Sign-ins at a bank that one business can start in a day. Providers charge for them. */
export const bankLinks = { windowSeconds: DAY, perBusiness: 30 } as const;
/** Transfers with a bank account; ten digits are the most that an ACH entry holds. */
export const bankTransfer = { minCents: 1_00, maxCents: 99_999_999_99, noteMaxLength: 80 } as const;
/** Changes to the balances of cards in one order, and the most that a card may have. */
export const cardFunding = { cardsAtMost: 150, cardMaxCents: 50_000_00 } as const;
/** Requests of cardholders: how long a request can be pending, and how many of one cardholder can be pending. */
export const cardRequest = {
  lifetimeSeconds: 30 * DAY,
  pendingAtMost: 20,
  purposeMaxLength: 140,
  noteMaxLength: 500,
  countriesAtMost: 20,
  /** A raise or an exception ends within a year. */
  longestSeconds: 366 * DAY,
} as const;
export const externalAccountsPerBusiness = 10;
/** Added by one business: each gets two deposits and three tries. */
export const externalAccountsPerDay = 5;
export const contactsPerPerson = 5;
export const factorsPerPerson = 10;
/** Section 9: paging of the security calls, and what the login activity shows. */
export const loginActivity = {
  pageSize: 5,
  alertLogins: 12,
  badgeAtMost: 10,
  alertDebounceMilliseconds: 500,
  cacheMilliseconds: 60_000,
} as const;

/** How long a proven password waits for the second factor. */
export const mfaSession = { lifetimeSeconds: 15 * MINUTE } as const;

export const trustedDevice = { lifetimeSeconds: 30 * DAY } as const;

export const sessionLife = {
  absoluteSecondsAdministrator: 12 * HOUR,
  absoluteSecondsCardholder: 24 * HOUR,
  maxPerPerson: 10,
  accessTokenSeconds: 15 * MINUTE,
  /** A second use of a refresh token within this time gets the same successor; later it ends the whole session. */
  refreshGraceSeconds: 20,
} as const;

/** The two idle limits of the specification (section 9); the configuration chooses one. */
export const idlePresets = {
  default: { idleTimeSeconds: 1140, warningTimeSeconds: 60, idleSensitivitySeconds: 2, pingSeconds: 3600 },
  strict: { idleTimeSeconds: 600, warningTimeSeconds: 300, idleSensitivitySeconds: 1, pingSeconds: 120 },
} as const;
export type IdlePreset = keyof typeof idlePresets;

/** How often a browser tells the server that a person is active. */
export const activityReportSeconds = 30;

/** Failed passwords of one bucket (a person's known device, or a name from unknown devices). */
export const passwordFailures = {
  captchaFrom: 3,
  hardCaptchaFrom: 5,
  hardestCaptchaFrom: 8,
  closedFrom: 10,
  lockedFrom: 100,
  closedSeconds: 15 * MINUTE,
  closedSecondsMax: 60 * MINUTE,
} as const;

/** Failed passwords from one address prefix within ten minutes until everyone there solves a captcha. */
export const addressFailures = { captchaFrom: 30, windowSeconds: 10 * MINUTE } as const;

/**
 * Secure access codes sent to one person within one quota (a known device, the devices confirmed by mail, all others,
 * confirmations of contacts): each window holds at most that many.
 */
export const sendQuota = [
  { windowSeconds: 30, sends: 1 },
  { windowSeconds: 10 * MINUTE, sends: 3 },
  { windowSeconds: DAY, sends: 10 },
] as const;

/** Secure access codes sent to one person, over all devices and flows. */
export const codesToOnePerson = { windowSeconds: DAY, sends: 50 } as const;

/**
 * Texts a day to phones that their requester has not proven. They are counted by phone over all accounts and cards, by
 * account and by network address. Removing a phone does not reset the counts (docs/operations.md).
 */
export const unprovenTexts = {
  windowSeconds: DAY,
  toOnePhone: {
    /** To confirm it. */
    ContactConfirmation: 5,
    /** Codes of the cards that have the phone on file. */
    Registration: 5,
    /** Links of these cards. */
    link: 8,
  },
  /** Different phones to which one account can cause texts. */
  phonesOfOneAccount: 3,
  /** All of these from one address prefix. */
  fromOneAddress: 60,
} as const;

/**
 * Notices of one kind to one person within a day, at each address: a long series of changes may be an attack, and texts
 * cost money. Each kind counts on its own, so that no change can hide behind another.
 */
export const noticeQuota = { windowSeconds: DAY, mails: 5, texts: 3 } as const;

/**
 * Counted from the restriction of the session. The browser logs out first; the server ends remaining sessions a little
 * later.
 */
export const suspiciousLogin = { noticeSeconds: 60, graceSeconds: 5 } as const;
export const copyrightFirstYear = 2007;

/** A business's own icon: square, redrawn by the browser, small enough for a request body of this size. */
export const businessIcon = { bytesAtMost: 10 * 1024, sidePixels: 96, sideAtMostPixels: 256 } as const;
/** The shortest time between a page's checks for a newer version, also when it becomes visible again. */
export const newVersionCheckSeconds = 5 * MINUTE;

/** The largest request body the server reads. */
export const requestBodyBytes = 16 * 1024;

/**
 * Notifications of one account (contract/src/program/notification-preferences.ts), of purchases and of everything else.
 * Further mails wait for the digest.
 */
export const notificationQuota = { mailsPerHour: 10, textsPerDay: 20 } as const;

/** How long a change waits for a second administrator, and how long an approved one can be used. */
export const fourEyes = { lifetimeSeconds: 3 * DAY } as const;
