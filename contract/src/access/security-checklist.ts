import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** The seven items of section 2, in their order. */
export const checklistItems = [
  'bookmark-dashboard',
  'beware-of-phishing',
  'enable-multi-factor',
  'monitor-activity',
  'keep-info-updated',
  'remove-former-users',
  'enable-spend-policies',
] as const;
export type ChecklistItem = (typeof checklistItems)[number];

/** `state` is null for items that only the person can check. */
export const securityChecklist = endpoint({
  method: 'GET',
  path: '/security/checklist',
  summary: 'The security checklist of the current account',
  access: 'session',
  answers: {
    200: v.object({
      items: v.array(v.object({ item: v.picklist(checklistItems), state: v.nullable(v.picklist(['done', 'open'])) })),
      seenAt: v.nullable(v.string()),
    }),
  },
  errors: [],
});
export const markChecklistSeen = endpoint({
  method: 'POST',
  path: '/security/checklist-seen',
  summary: 'Mark the security checklist as seen',
  access: 'session',
  answers: { 200: v.object({ seenAt: v.string() }) },
  errors: [],
});
