import type { Handlers } from '../../../http/call.ts';
import { readOnboardingFacts } from './queries.ts';
import { onboardingOf } from './rules.ts';

export const onboardingChecklistRoutes: Pick<Handlers, 'onboardingChecklist'> = {
  onboardingChecklist: async ({ context, caller: session }) => ({
    status: 200,
    body: onboardingOf(await readOnboardingFacts(context.db, session), session.membershipId),
  }),
};
