/** What would still decline a purchase after a request because of it was approved. */
export const stillDeclinedWords = {
  limit: (limit: string) => `Another limit would still decline the purchase: ${limit}.`,
  left: (left: string, missing: string) => `${left} is left of it, so ${missing} is missing.`,
  overMax: (missing: string) => `${missing} is too much for one purchase.`,
  rule: (rule: string) => `A rule would still decline the purchase: ${rule}.`,
  /** `reason` is a sentence. */
  other: (reason: string) => `The purchase would still be declined. ${reason}`,
  shared: (limit: string) => `The purchase is over what is left of ${limit}.`,
  onlyAdministrator: 'Only an administrator can change it.',
  funds: (available: string, missing: string) =>
    `The card has only ${available}, so ${missing} is missing for the purchase.`,
  /** A rule with the policy that has it. */
  of: (rule: string, policy: string) => (policy === '' ? rule : `${rule} (${policy})`),
  also: (rules: string) => `Also in the way: ${rules}.`,
} as const;
