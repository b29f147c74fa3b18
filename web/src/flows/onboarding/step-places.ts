import type { OnboardingNeed, OnboardingStep } from '@florin/contract/program/onboarding-checklist';
import {
  CreditCard,
  HandCoins,
  KeyRound,
  Landmark,
  type LucideIcon,
  ScrollText,
  ShieldCheck,
  UserRoundPlus,
  Wallet,
} from 'lucide-react';
import { paths } from '../../paths.ts';

/** Where each step is taken; the first card is issued in the sheet over the cards. */
export const stepPlaces = {
  'connect-bank': { icon: Landmark, to: paths.externalAccounts },
  'add-funds': { icon: HandCoins, to: paths.bankTransfers },
  'invite-team': { icon: UserRoundPlus, to: paths.teamMembers },
  'write-policy': { icon: ScrollText, to: paths.cardPolicies },
  'issue-card': { icon: CreditCard, to: paths.cards },
  'fund-card': { icon: Wallet, to: paths.cardFunding },
  'second-factor': { icon: KeyRound, to: paths.accountSecurity },
  'read-security-checklist': { icon: ShieldCheck, to: paths.securityChecklist },
} as const satisfies Record<OnboardingStep, { icon: LucideIcon; to: string }>;

/** Where a step is taken, or first what it needs. */
export function wayOf(step: OnboardingStep, needs?: OnboardingNeed): { to: string; search?: Record<string, string> } {
  if (needs === 'CARDHOLDER') return { to: paths.teamMembers, search: { invite: 'new' } };
  if (needs === 'REGISTRATION') return { to: paths.teamMembers, search: { state: 'INVITED' } };
  if (needs === 'CARD' || step === 'issue-card') return { to: paths.cards, search: { issue: 'virtual' } };
  return { to: stepPlaces[step].to };
}
