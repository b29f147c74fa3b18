import * as v from 'valibot';
import { Timestamp } from '../dates/timestamp.ts';
import { endpoint } from '../endpoint.ts';
import { requiredLine, text, Uuid } from '../fields.ts';
import { CategoryRange, policyLimits } from './policies/spend-rules.ts';

/** A group of merchant categories: a built-in one with its key, or one of the business with its id as key. */
export const CategoryGroupLine = v.object({
  key: v.string(),
  name: v.string(),
  ranges: v.array(CategoryRange),
  own: v.boolean(),
  /** Policies that name it in a version in force, in shadow or in draft. */
  policies: v.number(),
  /** When an own one was changed last. */
  changedAt: v.nullable(v.string()),
});

export type CategoryGroupLine = v.InferOutput<typeof CategoryGroupLine>;

export const categoryGroupList = endpoint({
  method: 'GET',
  path: '/api/merchant-category-groups',
  summary: 'The groups of merchant categories that policies can name',
  access: 'session',
  permission: 'spend-policies.view',
  answers: { 200: v.object({ groups: v.array(CategoryGroupLine) }) },
  errors: [],
});

const groupBody = v.object({
  name: requiredLine(policyLimits.nameMaxLength),
  ranges: v.pipe(
    v.array(CategoryRange, 'type'),
    v.minLength(1, 'tooShort'),
    v.maxLength(policyLimits.rangesAtMost, 'tooLong'),
    v.check((ranges) => ranges.every(({ from, to }) => from <= to), 'format'),
  ),
});

export const createCategoryGroup = endpoint({
  method: 'POST',
  path: '/api/merchant-category-groups',
  summary: 'Create a group of merchant categories',
  access: 'session',
  permission: 'spend-policies.change',
  body: groupBody,
  answers: { 201: CategoryGroupLine },
  errors: ['VERSION_CONFLICT', 'STEP_NOT_POSSIBLE'],
});

/** Saved versions keep the group as it was when they were saved. */
export const changeCategoryGroup = endpoint({
  method: 'PUT',
  path: '/api/merchant-category-groups/{id}',
  summary: 'Change an own group of merchant categories',
  access: 'session',
  permission: 'spend-policies.change',
  params: v.object({ id: Uuid }),
  body: v.object({
    ...groupBody.entries,
    /** The group as it was read. If it has changed since, the answer is VERSION_CONFLICT, as for a name that is taken. */
    replaces: v.optional(v.object({ name: text(policyLimits.nameMaxLength), ranges: v.array(CategoryRange, 'type') })),
  }),
  answers: { 200: CategoryGroupLine },
  errors: ['VERSION_CONFLICT'],
});

export const deleteCategoryGroup = endpoint({
  method: 'DELETE',
  path: '/api/merchant-category-groups/{id}',
  summary: 'Delete an own group of merchant categories',
  access: 'session',
  permission: 'spend-policies.change',
  params: v.object({ id: Uuid }),
  query: v.object({
    /** `changedAt` of the group as it was read. If it has changed since, the answer is VERSION_CONFLICT. */
    replaces: v.optional(Timestamp),
  }),
  answers: { 204: null },
  errors: ['VERSION_CONFLICT'],
});
