import type { Card } from '@florin/contract/cards/cards';
import { createSpendPolicy } from '@florin/contract/cards/spend-policies';
import { spendPolicyTemplates, type SpendPolicyTemplate } from '@florin/contract/cards/policies/spend-policy-templates';
import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { newPolicyKey } from '../../../flows/cards/form-keys.ts';
import { cardGroupsQuery } from '../../../flows/cards/queries.ts';
import { useState } from 'react';
import { textOfCard } from '../../../flows/cards/card-title.ts';
import { RuleSentence } from '../../../flows/spend-rules/RuleSentence.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { policyListWords } from '../../../messages/en/cards/policy-list.ts';
import { spendPolicyWords } from '../../../messages/en/cards/spend-policies.ts';
import { paths } from '../../../paths.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { KeptNotice } from '../../../session/kept-forms/KeptNotice.tsx';
import { useKeptFields } from '../../../session/kept-forms/use-kept-fields.ts';
import { CardField } from './CardField.tsx';
import { keepPolicy, type Layer } from './queries.ts';
import styles from './spend-policies.module.css';

const words = spendPolicyWords.new;

const oneLimit: readonly Rule[] = [{ kind: 'amount', period: 'day', limit: 500_00 }];
type Beginning = SpendPolicyTemplate | 'empty';
const beginnings: readonly Beginning[] = ['empty', ...(Object.keys(spendPolicyTemplates) as SpendPolicyTemplate[])];
const rulesOf = (beginning: Beginning): readonly Rule[] =>
  beginning === 'empty' ? oneLimit : spendPolicyTemplates[beginning];

interface NewPolicyDialogProps {
  /** Where it is known for which card. */
  card?: Pick<Card, 'kind' | 'name' | 'last4'> & { cardId: string };
  onClose: () => void;
}

interface Fields {
  name: string;
  layer: Layer;
  groupId: string;
  cardId: string;
  cardLabel: string;
  beginning: Beginning;
}

/** A new policy from a template, as a draft; then its editor opens. It is open as long as it is there. */
export function NewPolicyDialog({ card, onClose }: NewPolicyDialogProps) {
  const groups = useQuery({ ...cardGroupsQuery(), meta: { unshown: words.groupsFailed } });
  const navigate = useNavigate();
  const { pending, message, submit } = useSubmission();
  const { values, change, kept } = useKeptFields<Fields>(newPolicyKey(card?.cardId), {
    name: card ? textOfCard(card) : '',
    layer: card ? 'CARD' : 'BUSINESS',
    groupId: '',
    cardId: card?.cardId ?? '',
    cardLabel: '',
    beginning: 'empty',
  });
  const { name, layer, groupId, cardId, cardLabel, beginning } = values;
  const [isChecked, setChecked] = useState(false);
  const problem = (field: keyof typeof words.missing, value: string) =>
    isChecked && value === '' ? words.missing[field] : null;
  const isMissing = name.trim() === '' || (layer === 'GROUP' && groupId === '') || (layer === 'CARD' && cardId === '');
  const create = async () => {
    setChecked(true);
    if (isMissing) return;
    const body = {
      name: name.trim(),
      layer,
      groupId: layer === 'GROUP' ? groupId : null,
      cardId: layer === 'CARD' ? cardId : null,
      rules: [...rulesOf(beginning)],
    };
    const answer = await submit(createSpendPolicy, { body });
    if (!answer?.ok) return;
    keepPolicy(answer.body);
    await navigate({ to: paths.cardPolicy, params: { id: answer.body.id } });
  };
  const rules = rulesOf(beginning);
  return (
    <Dialog open title={card ? words.titleOf(textOfCard(card)) : words.title} onClose={onClose} holds>
      <FormShell
        error={message}
        pending={pending}
        submit={{ label: words.submit, pending: words.submitting }}
        onSubmit={create}
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
        head={<KeptNotice kept={kept} />}
      >
        <TextField
          label={words.name}
          value={name}
          maxLength={80}
          error={problem('name', name.trim())}
          onChange={({ target }) => change({ name: target.value })}
        />
        {!card && (
          <SelectField
            label={words.for}
            options={(['BUSINESS', 'GROUP', 'CARD'] as const).map((id) => ({ id, label: policyListWords.layer[id] }))}
            value={layer}
            onChange={({ target }) => change({ layer: target.value as Layer })}
          />
        )}
        {layer === 'GROUP' && (
          <SelectField
            label={words.group}
            options={(groups.data ?? []).map((group) => ({ id: group.id, label: group.name }))}
            value={groupId}
            onChange={({ target }) => change({ groupId: target.value })}
            error={problem('group', groupId)}
            {...(groups.data?.length === 0 && { hint: words.noGroups })}
          />
        )}
        {layer === 'CARD' && !card && (
          <CardField
            label={words.card}
            value={cardId}
            valueLabel={cardLabel}
            onChange={(id, label) => change({ cardId: id, cardLabel: label })}
            error={problem('card', cardId)}
          />
        )}
        <SelectField
          label={words.template}
          options={beginnings.map((id) => ({
            id,
            label: id === 'empty' ? words.empty : spendPolicyWords.templates[id].name,
            detail: id === 'empty' ? words.emptyText : spendPolicyWords.templates[id].text,
          }))}
          value={beginning}
          onChange={({ target }) => change({ beginning: target.value as Beginning })}
        />
        <ul className={styles.preview}>
          {rules.map((rule) => (
            <li key={JSON.stringify(rule)}>
              <RuleSentence rule={rule} groups={[]} />
            </li>
          ))}
        </ul>
        <p className={styles.mute}>{words.hint}</p>
      </FormShell>
    </Dialog>
  );
}
