import * as v from 'valibot';
import { endpoint } from './endpoint.ts';

/** What people can try in an installation with demo data, and the one password of the demo people. */
export const DemoData = v.object({
  password: v.string(),
  /** `what`: what to try as this person. */
  people: v.array(v.object({ username: v.string(), name: v.string(), what: v.string() })),
  /** Cards to register: sixteen digits in groups of four. */
  cards: v.array(v.object({ number: v.string(), holder: v.string(), what: v.string() })),
  invites: v.array(v.object({ code: v.string(), name: v.string(), what: v.string() })),
  vendorLinks: v.array(v.object({ code: v.string(), email: v.string(), what: v.string() })),
});
export type DemoData = v.InferOutput<typeof DemoData>;

/** NOT_FOUND if the installation has no demo data. */
export const demoData = endpoint({
  method: 'GET',
  path: '/api/demo-data',
  summary: 'People, cards, invites and vendor links to try',
  access: 'public',
  answers: { 200: DemoData },
  errors: [],
});
