import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** The steps that set up a business, in the best order. */
export const onboardingSteps = [
  'connect-bank',
  'add-funds',
  'invite-team',
  'write-policy',
  'issue-card',
  'fund-card',
  'second-factor',
  'read-security-checklist',
] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];

/**
 * What a step cannot be taken without. CARDHOLDER: nobody holds cards, and nobody is invited to · REGISTRATION: a
 * cardholder is invited and has not registered · CARD: no card is issued · ARRIVAL: the first deposit is on its way.
 */
export const onboardingNeeds = ['CARDHOLDER', 'REGISTRATION', 'CARD', 'ARRIVAL'] as const;
export type OnboardingNeed = (typeof onboardingNeeds)[number];

/** Section 3, checklist counter: `counter` of `quantity` steps are done. The steps depend on the business. */
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
      steps: v.array(
        v.object({
          step: v.picklist(onboardingSteps),
          isDone: v.boolean(),
          /** When the step was completed; null if the time is unknown. */
          doneAt: v.nullable(v.string()),
          /** Not there where the step can be taken. */
          needs: v.optional(v.picklist(onboardingNeeds)),
          /** Of the first card: the first name of its holder, while it is being produced and there is no other. */
          producedFor: v.optional(v.string()),
        }),
      ),
    }),
  },
  errors: [],
});
