import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** What sets a business up, in the order in which it is best done. */
export const onboardingSteps = [
  'connect-bank',
  'add-funds',
  'invite-team',
  'issue-card',
  'second-factor',
  'read-security-checklist',
] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

/** Section 3, checklist counter: of `quantity` steps `counter` are done. The steps are those of this business. */
export const onboardingChecklist = endpoint({
  method: 'GET',
  path: '/api/onboarding-checklist',
  summary: 'The steps that set up the current business',
  access: 'session',
  permission: 'onboarding-checklist.view',
  answers: {
    200: v.object({
      quantity: v.number(),
      counter: v.number(),
      steps: v.array(v.object({ step: v.picklist(onboardingSteps), isDone: v.boolean() })),
    }),
  },
  errors: [],
});
