import type * as contract from '@florin/contract/program/onboarding-checklist';
import type { HandlersOf } from '../../../http/call.ts';
import { readOnboardingFacts } from './queries.ts';
import { onboardingOf } from './rules.ts';

export const onboardingChecklistRoutes: HandlersOf<typeof contract> = {
  onboardingChecklist: async ({ context, caller: session }) => ({
    status: 200,
    body: onboardingOf(await readOnboardingFacts(context.db, session, context.clock.now()), session.membershipId),
  }),
};
