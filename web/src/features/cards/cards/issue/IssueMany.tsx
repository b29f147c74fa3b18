import type { BulkLine } from '@florin/contract/cards/card-parts';
import { bulkCardAct } from '@florin/contract/cards/cards';
import { useContentKey } from '../../../../flows/requests/use-content-key.ts';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import { moneyText, usd } from '../../../../kit/text/money-parts.ts';
import { issueManyWords as words } from '../../../../messages/en/cards/issue-many.ts';
import { CsvDialog } from '../many/CsvDialog.tsx';

/** A virtual and a physical card. */
const template = `holder,kind,name,purpose,limit,every,only at,external id,group,recipient,line1,line2,city,state,zip,method
priya@example.com,VIRTUAL,Software,Licenses,120.00,month,,,,,,,,,,
noah@example.com,PHYSICAL,Site materials,,,,,crew-7,,Noah Park,1 Harbor Street,,Portland,ME,04101,STANDARD
`;

const keptAs = 'issue-cards-text';

/** Issues the cards of a CSV text. */
export default function IssueMany({ onClose }: { onClose: () => void }) {
  const keyFor = useContentKey(keptAs);
  const submission = useProvenSubmission();
  return (
    <CsvDialog
      words={words}
      template={template}
      submission={submission}
      keptAs={keptAs}
      send={(csv, dryRun, refuse) => {
        const order = { act: 'ISSUE', csv } as const;
        return submission.submit(bulkCardAct, { body: { ...order, dryRun, idempotencyKey: keyFor(order) } }, refuse);
      }}
      nameOf={({ holder }) => holder}
      resultOf={resultOf}
      onClose={onClose}
    />
  );
}

function resultOf({ outcome, code, field, problem, last4, card }: BulkLine): string {
  if (outcome === 'DONE') {
    const made = card ? cardText(card) : null;
    return last4 === null ? (made ?? words.ready) : words.done(last4, made);
  }
  if (code === 'CARD_LIMIT_REACHED') return words.limit;
  if (code === 'BUSINESS_NOT_OPEN') return words.notOpen;
  if (code === 'FORBIDDEN') return words.noLimits;
  if (field === 'holder') return words.unknownHolder;
  if (field === 'group') return words.unknownGroup;
  if (field === 'externalId' && problem === 'taken') return words.taken;
  const column = words.fields[field ?? ''] ?? words.otherField;
  return problem === 'missing' ? words.missing(column) : words.wrong(column);
}

/** 'Virtual card “Lunch”, at most $20.00 a day, only at Lark.' and whether it has money. */
function cardText({ kind, name, limit, onlyAt, startsEmpty }: NonNullable<BulkLine['card']>): string {
  const called = words.kinds[kind] ?? kind;
  const what = name === null ? called : `${called} ${words.named(name)}`;
  const spends =
    limit === null
      ? words.unlimited
      : words.limited(moneyText(usd(limit.amount)), words.periods[limit.period] ?? limit.period);
  const parts = [what, spends, ...(onlyAt === null ? [] : [words.onlyAt(onlyAt)])].join(', ');
  return startsEmpty ? `${parts}. ${words.startsEmpty}` : `${parts}.`;
}
