import { numberText } from '../../number-text.ts';

const count = (number: number, one: string, many: string) => `${numberText(number)} ${number === 1 ? one : many}`;

/** The spend controls of a business: the group of new cards, and the groups of categories. */
export const spendControlsWords = {
  intro: 'Groups of cards, what new cards begin with, and the groups of categories that policies can name.',
  default: 'New cards',
  defaultText: 'A new card joins this group unless another one is chosen; the policies of the group hold for it.',
  group: 'Group of new cards',
  noGroup: 'No group',
  save: 'Save',
  saving: 'Saving',
  saved: 'New cards join the chosen group.',
  conflict: (name: string) => `Someone else has chosen “${name}” meanwhile. Save again to replace it.`,
  groups: 'Category groups',
  groupsText: 'Built-in groups stay as they are. Policies keep a group as it was when they were saved.',
  newGroup: 'New category group',
  changeGroup: 'Change',
  deleteGroup: 'Delete',
  columns: { name: 'Group', categories: 'Categories', policies: 'Used by', act: 'Actions' },
  builtIn: 'Built in',
  usedBy: (number: number) => (number === 0 ? 'No policy' : count(number, 'policy', 'policies')),
  name: 'Name',
  codes: 'Category codes',
  codesHint: 'Four digits each, or ranges such as 5811-5814, separated by commas.',
  wrongCodes: (part: string) =>
    part === ''
      ? 'Please enter at least one category code.'
      : `“${part.length > 40 ? `${part.slice(0, 40)} …` : part}” is no category code or range.`,
  tooManyCodes: (most: number) => `Please enter at most ${most} codes and ranges.`,
  taken: 'Your business has a group of this name already.',
  changedMeanwhile: (name: string, codes: string) =>
    `Someone else has changed this group to “${name}” with ${codes}. Save replaces that.`,
  changedBeforeDelete: (name: string, codes: string) =>
    `Someone else has changed this group to “${name}” with ${codes}. “Delete” deletes that.`,
  createTitle: 'New category group',
  changeTitle: 'Change the category group',
  submit: 'Save the group',
  submitting: 'Saving',
  cancel: 'Cancel',
  changed: 'The group was saved. Policies that name it take it over when they are saved again.',
  created: 'The group was created.',
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteText: (number: number) =>
    number === 0
      ? 'No policy names it.'
      : `${count(number, 'policy names', 'policies name')} it. They keep their copy of it until they are changed.`,
  deleting: 'Deleting',
  deleted: 'The group was deleted.',
  loadFailed: 'We could not load the spend controls.',
  more: (number: number) => `and ${numberText(number)} more`,
} as const;
