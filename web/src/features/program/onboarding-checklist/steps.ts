import type { OnboardingStep } from '@florin/contract/onboarding-checklist';
import { CreditCard, HandCoins, KeyRound, Landmark, ShieldCheck, UserRoundPlus, type LucideIcon } from 'lucide-react';
import { paths } from '../../../paths.ts';

/** Where each step is taken; a transfer is sent from the bank, not from here. */
export const stepPlaces = {
  'connect-bank': { icon: Landmark, to: paths.externalAccounts },
  'add-funds': { icon: HandCoins, to: null },
  'invite-team': { icon: UserRoundPlus, to: paths.teamMembers },
  'issue-card': { icon: CreditCard, to: paths.teamMembers },
  'second-factor': { icon: KeyRound, to: paths.accountSecurity },
  'read-security-checklist': { icon: ShieldCheck, to: paths.securityChecklist },
} as const satisfies Record<OnboardingStep, { icon: LucideIcon; to: string | null }>;
