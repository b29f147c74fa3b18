import type { SpendOverride } from '@florin/contract/cards/spend-overrides';
import type { SpendPolicy } from '@florin/contract/cards/spend-policies';
import type { GroupSnapshot, PolicyLayer, Rule } from '@florin/contract/cards/policies/spend-rules';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { RuleSentence } from '../../../../flows/spend-rules/RuleSentence.tsx';
import { Button } from '../../../../kit/actions/Button.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { LoadingRows } from '../../../../kit/feedback/LoadingRows.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { titleOfCard } from '../../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../../kit/text/LastDigits.tsx';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import { spendRuleWords } from '@florin/contract/cards/policies/rule-words';
import { temporaryKey } from '../../../../flows/cards/form-keys.ts';
import { cardLimitsQuery } from '../../../../flows/cards/queries.ts';
import { wasLeftOpen } from '../../../../session/kept-forms/use-kept-form.ts';
import { PermittedButton } from '../../../../session/PermittedButton.tsx';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { companyQuery, policyCardsQuery } from '../queries.ts';
import styles from './policy-editor.module.css';

const words = spendPolicyWords.editor;

/** Loaded when the form of a temporary change is opened. */
const NewTemporaryChange = lazy(async () => ({
  default: (await import('../TemporaryChanges.tsx')).NewTemporaryChange,
}));

interface Above {
  layer: PolicyLayer;
  policyId: string;
  rule: Rule;
  groups: readonly GroupSnapshot[];
}

/** What a card can do: for a policy of a card, the rules of the layers above it. */
/** The rules of the layers above a policy, which hold whatever it says. */
export function RulesAbove({ policy }: { policy: SpendPolicy }) {
  const company = useQuery(companyQuery());
  const cardId = policy.card?.cardId;
  // A card's policy also has those of the card's groups above it.
  const card = useQuery({ ...cardLimitsQuery(cardId ?? ''), enabled: cardId !== undefined });
  const failed = [company, card].find(({ isError, data }) => isError && data === undefined);
  const above: readonly Above[] | null =
    company.data === undefined || (cardId !== undefined && card.data === undefined)
      ? null
      : [
          ...company.data.protections.rules.map((rule) => ({
            layer: 'PROGRAM' as const,
            policyId: 'program',
            rule,
            groups: company.data.protections.groups,
          })),
          ...(policy.layer === 'BUSINESS'
            ? []
            : company.data.policies
                .filter(({ active }) => active !== null)
                .flatMap(({ id, document }) =>
                  document.rules.map((rule) => ({
                    layer: 'BUSINESS' as const,
                    policyId: id,
                    rule,
                    groups: document.groups,
                  })),
                )),
          ...(card.data?.rules ?? [])
            .filter(({ layer }) => layer === 'GROUP')
            .map(({ layer, policyId, rule }) => ({ layer, policyId, rule, groups: card.data?.groups ?? [] })),
        ];
  return (
    <Panel title={words.above} padded={false}>
      {failed ? (
        <div className={styles.lead}>
          <Failure
            {...errorMessage(failed.error, words.aboveFailed)}
            onRetry={() => void failed.refetch()}
            retrying={failed.isFetching}
          />
        </div>
      ) : above === null ? (
        <LoadingRows label={words.above} />
      ) : above.length === 0 ? (
        <p className={styles.lead}>{words.noneAbove}</p>
      ) : (
        <ul className={styles.layers}>
          {above.map(({ layer, policyId, rule, groups }) => (
            <li key={`${policyId} ${JSON.stringify(rule)}`}>
              <span className={styles.mute}>{spendRuleWords.layers[layer]}</span>
              <RuleSentence rule={rule} groups={groups} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** The open cards under a policy, page by page; each can be changed for a time. */
export function CardsUnder({ policy, zone }: { policy: SpendPolicy; zone: string }) {
  const [changed, setChanged] = useState<SpendOverride['card'] | null>(null);
  const list = useInfiniteQuery(policyCardsQuery(policy.id));
  const cards = list.data?.pages.flatMap(({ items }) => items);
  const left = changed === null && cards?.find(({ cardId }) => wasLeftOpen(temporaryKey(cardId)));
  if (left) setChanged(left);
  return (
    <Panel title={words.underTitle} padded={false}>
      {list.isError && cards === undefined ? (
        <div className={styles.lead}>
          <Failure
            {...errorMessage(list.error, words.underFailed)}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        </div>
      ) : cards === undefined ? (
        <LoadingRows label={words.underTitle} />
      ) : cards.length === 0 ? (
        <p className={styles.lead}>{words.noneUnder}</p>
      ) : (
        <ul className={styles.cards}>
          {cards.map((card) => (
            <li key={card.cardId}>
              <span>
                {card.cardholder ?? words.noHolder}{' '}
                <span className={styles.mute}>
                  {titleOfCard(card)} <LastDigits digits={card.last4} />
                </span>
              </span>
              <PermittedButton
                permission="spend-policies.override"
                variant="quiet"
                aria-label={`${spendPolicyWords.temporary.short}: ${card.cardholder ?? words.noHolder} ${card.last4}`}
                onClick={() => setChanged(card)}
              >
                {spendPolicyWords.temporary.short}
              </PermittedButton>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <div className={styles.lead}>
          <Button onClick={() => void list.fetchNextPage()} pending={list.isFetchingNextPage}>
            {words.more}
          </Button>
        </div>
      )}
      {changed && (
        <Suspense fallback={null}>
          <NewTemporaryChange zone={zone} card={changed} onClose={() => setChanged(null)} />
        </Suspense>
      )}
    </Panel>
  );
}
