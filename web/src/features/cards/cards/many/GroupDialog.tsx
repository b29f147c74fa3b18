import { type Card } from '@florin/contract/cards/cards';
import { useState } from 'react';
import { GroupForm } from '../../../../flows/cards/GroupForm.tsx';
import { RadioCards } from '../../../../kit/forms/fields/RadioCards.tsx';
import { cardGroupsWords } from '../../../../messages/en/cards/card-groups.ts';
import { idOf, refreshCards } from '../queries.ts';

const words = cardGroupsWords.many;

/** Adds many cards to a group, or takes them out of one. */
export default function GroupDialog({ cards, onClose }: { cards: readonly Card[]; onClose: () => void }) {
  const [act, setAct] = useState<'add' | 'remove'>('add');
  const isIn = (groupId: string) => (card: Card) => card.groups.some(({ id }) => id === groupId);
  return (
    <GroupForm
      title={words.title(cards.length)}
      act={act}
      // Only a group that one of the cards is in can be left.
      isPossible={({ id }) => act === 'add' || cards.some(isIn(id))}
      change={({ id, name }) => {
        const concerned = cards.filter((card) => isIn(id)(card) !== (act === 'add'));
        const done = (act === 'add' ? words.added : words.removed)(concerned.length, name);
        return { body: { [act]: concerned.map(idOf) }, done };
      }}
      refresh={refreshCards}
      onClose={onClose}
    >
      <RadioCards legend={words.act} name="act" choices={words.acts} value={act} onChange={setAct} />
    </GroupForm>
  );
}
