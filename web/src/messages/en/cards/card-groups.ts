import { numberText } from '../../number-text.ts';

const cards = (count: number) => (count === 1 ? '1 card' : `${numberText(count)} cards`);

/** Groups of cards: their section in the spend controls, and what many cards join or leave. */
export const cardGroupsWords = {
  title: 'Card groups',
  text: 'A policy of a group applies to its cards, and to the cards that replace them.',
  new: 'New group',
  none: 'No groups yet. Cards that share policies, such as those of a team, go into one.',
  loadFailed: 'We could not load the card groups.',
  columns: { name: 'Group', cards: 'Cards', policies: 'Policies', act: 'Change' },
  cards,
  noPolicies: 'None',
  rename: 'Rename',
  delete: 'Delete',
  createTitle: 'New card group',
  renameTitle: 'Rename the group',
  name: 'Name',
  nameMissing: 'Name is required',
  taken: 'Another group has this name. Please choose a different one.',
  save: 'Save',
  saving: 'Saving',
  created: 'The group was created. Add cards to it from the list of cards.',
  renamed: 'The group was renamed.',
  renamedMeanwhile: (name: string) => `Someone else has renamed this group to “${name}”. Save replaces that name.`,
  deleteTitle: (name: string) => `Delete the group ${name}?`,
  deleteText: 'Its cards stay as they are.',
  deleting: 'Deleting',
  deleted: 'The group was deleted.',
  inUse: 'A policy applies to this group. You can delete the group once no policy does.',
  cancel: 'Cancel',

  many: {
    title: (count: number) => `Groups of ${cards(count)}`,
    act: 'What to do',
    acts: { add: 'Add to a group', remove: 'Take out of a group' },
    group: 'Group',
    choose: 'Choose a group',
    missing: 'Group is required',
    addText: 'The group’s policies apply to the cards at once.',
    removeText:
      'The group’s policies no longer apply to them. Where your business asks for four eyes, another administrator approves it first.',
    submit: { add: 'Add cards', remove: 'Take cards out' },
    submitting: 'One moment…',
    added: (count: number, group: string) => `${cards(count)} added to ${group}.`,
    removed: (count: number, group: string) => `${cards(count)} taken out of ${group}.`,
    waits: 'Sent to the other administrators. The cards leave the group once one has approved.',
    none: 'There are no groups yet. Make one in the spend controls.',
    controls: 'Spend controls',
  },
} as const;
