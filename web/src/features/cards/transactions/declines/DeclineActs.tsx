import {
  activateCard,
  freezeCard,
  freezeOwnCard,
  unfreezeCard,
  unfreezeOwnCard,
} from '@florin/contract/cards/cards/acts';
import { mayTransition, mayUnfreeze } from '@florin/contract/cards/card-states';
import {
  declines,
  type AdministratorAction,
  type DeclineAction,
  type DeclineCode,
} from '@florin/contract/cards/decline-codes';
import type { Money } from '@florin/contract/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CreditCard, Ellipsis, ScrollText, Users } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { askKey, type AskProps } from '../../../../flows/requests/ask-key.ts';
import { buttonClass } from '../../../../kit/actions/Button.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { showSnackbar } from '../../../../kit/feedback/snackbar-store.ts';
import { FormMessage } from '../../../../kit/forms/FormMessage.tsx';
import { MenuButton } from '../../../../kit/overlays/menus/MenuButton.tsx';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { declineActWords as words } from '../../../../messages/en/cards/decline-acts.ts';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { wasLeftOpen } from '../../../../session/kept-forms/use-kept-form.ts';
import { PermittedButton, useReason } from '../../../../session/PermittedButton.tsx';
import { AskForDecline } from './AskForDecline.tsx';
import { cardNow, refreshCards } from './card-now.ts';
import { hasPage, obstaclesOf } from './obstacles.ts';
import type { Scope, Transaction } from '../queries.ts';
import { useTriedNow } from './still-declined.ts';
import { ReportButton } from '../ReportButton.tsx';
import styles from '../transactions.module.css';

// Loaded when a button is pressed.
const AllowOnceDialog = lazy(() => import('./AllowOnceDialog.tsx'));
const AskDialog = lazy(async () => ({ default: (await import('../../../../flows/requests/AskDialog.tsx')).AskDialog }));

interface ActProps {
  of: Transaction;
  code: DeclineCode;
}

/** The one act that fixes a decline, by its code (contract/src/cards/decline-codes.ts). */
export function DeclineActs({ scope, of, code }: ActProps & { scope: Scope }) {
  return scope === 'own' ? <OwnAct of={of} code={code} /> : <AdministratorActs of={of} code={code} />;
}

/** Looks like the one thing to do; `search` is part of the address. */
const act = buttonClass({ variant: 'primary' });

function OwnAct({ of, code }: ActProps) {
  // After an approval, what is in the way now.
  const { still } = useTriedNow('own', of);
  const isShared = still === null ? of.decline?.shared : still.isShared;
  const action: DeclineAction = isShared ? 'CONTACT_ADMINISTRATOR' : declines[still?.code ?? code].action;
  const id = of.card.id;
  // A request that waits is followed instead. Its form still says that it was sent.
  if (of.decline?.request?.status === 'PENDING') return <AskForDecline of={of} code={code} />;
  switch (action) {
    case 'REQUEST_FUNDS':
    case 'REQUEST_RAISE':
    case 'REQUEST_EXCEPTION':
    case 'REQUEST_TRAVEL':
    case 'NEW_CARD':
      return <AskForDecline of={of} code={code} />;
    case 'UNFREEZE':
      return <CardAct scope="own" of={of} what="unfreeze" />;
    case 'CONFIRM_PURCHASE':
      return <CardAct scope="own" of={of} what="freeze" />;
    case 'ACTIVATE':
    case 'OPEN_REPLACEMENT':
    case 'SHOW_CARD_DETAILS':
    case 'SET_PIN':
      return (
        <Acts>
          <Link to={paths.ownCard} params={{ id }} className={act}>
            {words.own[action]}
          </Link>
        </Acts>
      );
    case 'USE_OTHER_CARD':
      return <LinkAct to={paths.myCards}>{words.own[action]}</LinkAct>;
    case 'UPLOAD_RECEIPTS':
      return <LinkAct to={paths.attachments}>{words.own[action]}</LinkAct>;
    case 'NOTIFY_ADMINISTRATOR':
    case 'CONTACT_ADMINISTRATOR':
      return (
        <Acts>
          <ReportButton scope="own" of={of} reason="WRONGLY_DECLINED" />
        </Acts>
      );
    case 'TRY_AGAIN':
    case 'NONE':
      return null;
  }
}

const Acts = ({ children }: { children: ReactNode }) => <div className={styles.acts}>{children}</div>;

type Page = 'myCards' | 'attachments' | 'contactUs' | 'cards' | 'teamMembers' | 'externalAccounts';

const LinkAct = ({ to, children }: { to: (typeof paths)[Page]; children: ReactNode }) => (
  <Acts>
    <Link to={to} className={act}>
      {children}
    </Link>
  </Acts>
);

const leadsToCard: ReadonlySet<AdministratorAction> = new Set(['SET_PIN', 'REPLACE', 'OPEN_CARD'] as const);

/** The act, the policies that declined by name, and what else can be done, in a menu. */
function AdministratorActs({ of, code }: ActProps) {
  const policies = [
    ...new Map(
      obstaclesOf(of)
        .filter(hasPage)
        .map((rule) => [rule.policyId, rule.policyName]),
    ),
  ];
  // After an approval, what is in the way now.
  const { still, goesThrough } = useTriedNow('business', of);
  const action = declines[still?.code ?? code].administrator;
  const left = still?.amount ?? of.decline?.left ?? null;
  const entries = [
    ...policies.map(([id, name]) => ({
      id,
      icon: ScrollText,
      label: words.openPolicy(name),
      href: paths.cardPolicy.replace('$id', id),
    })),
    ...(leadsToCard.has(action)
      ? []
      : [
          {
            id: 'card',
            icon: CreditCard,
            label: words.administrator.OPEN_CARD,
            href: paths.card.replace('$id', of.card.id),
          },
        ]),
    { id: 'team', icon: Users, label: words.administrator.OPEN_TEAM, href: paths.teamMembers },
  ];
  const isPending = of.decline?.request?.status === 'PENDING';
  return (
    <>
      {policies.length > 0 && (
        <p className={styles.mute}>
          {words.declinedBy}{' '}
          {policies.map(([id, name], index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={paths.cardPolicy} params={{ id }}>
                {name}
              </Link>
            </span>
          ))}
        </p>
      )}
      <Acts>
        {/* A request that waits is decided, not passed over. Once it would go through, nothing is left to do. */}
        {!isPending && !goesThrough && (
          <AdministratorAct of={of} action={action} left={left} policy={policies[0]?.[0]} />
        )}
        <MenuButton label={words.more} className={buttonClass()} entries={entries} onAction={() => undefined}>
          <span aria-hidden="true">{words.more}</span> <Icon of={Ellipsis} size={16} />
        </MenuButton>
      </Acts>
    </>
  );
}

interface AdministratorActProps {
  of: Transaction;
  action: AdministratorAction;
  /** What would be approved; null where nobody knows. */
  left: Money | null;
  /** The policy that decided, where it has a page. */
  policy: string | undefined;
}

function AdministratorAct({ of, action, left, policy }: AdministratorActProps) {
  const params = { id: of.card.id };
  switch (action) {
    case 'ALLOW_ONCE':
      return <AllowOnce of={of} />;
    case 'FUND_CARD':
      return <FundCard of={of} left={left} />;
    case 'UNFREEZE':
      return <CardAct scope="business" of={of} what="unfreeze" />;
    case 'ACTIVATE':
      return <CardAct scope="business" of={of} what="activate" />;
    case 'FREEZE':
      return <CardAct scope="business" of={of} what="freeze" />;
    case 'SET_PIN':
    case 'REPLACE':
    case 'OPEN_CARD':
      return (
        <Link to={paths.card} params={params} className={act}>
          {words.administrator[action]}
        </Link>
      );
    case 'OPEN_POLICY':
      return policy === undefined ? (
        <Link to={paths.card} params={params} className={act}>
          {words.administrator.OPEN_CARD}
        </Link>
      ) : (
        <Link to={paths.cardPolicy} params={{ id: policy }} className={act}>
          {words.openPolicy(obstaclesOf(of).find(({ policyId }) => policyId === policy)?.policyName ?? '')}
        </Link>
      );
    case 'ADD_FUNDS':
      return <LinkAct to={paths.externalAccounts}>{words.administrator[action]}</LinkAct>;
    case 'ISSUE_CARD':
      return <LinkAct to={paths.cards}>{words.administrator[action]}</LinkAct>;
    case 'OPEN_TEAM':
      return <LinkAct to={paths.teamMembers}>{words.administrator[action]}</LinkAct>;
    case 'CONTACT_SUPPORT':
      return <LinkAct to={paths.contactUs}>{words.administrator[action]}</LinkAct>;
  }
}

function AllowOnce({ of }: { of: Transaction }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <PermittedButton permission="spend-policies.override" variant="primary" onClick={() => setOpen(true)}>
        {words.administrator.ALLOW_ONCE}
      </PermittedButton>
      {isOpen && (
        <Suspense>
          <AllowOnceDialog of={of} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Leads to an order for the card with what was missing. */
function FundCard({ of: { card, requested }, left }: Pick<AdministratorActProps, 'of' | 'left'>) {
  const reason = useReason('card-funding.run');
  const missing = requested.amount - (left?.amount ?? 0);
  if (reason !== null)
    return (
      <PermittedButton permission="card-funding.run" variant="primary">
        {words.administrator.FUND_CARD}
      </PermittedButton>
    );
  return (
    <Link to={paths.cardFunding} search={{ cards: card.id, amount: String(missing) }} className={act}>
      {words.administrator.FUND_CARD}
    </Link>
  );
}

interface CardActProps {
  scope: Scope;
  of: Transaction;
  what: 'unfreeze' | 'freeze' | 'activate';
}

/** Changes the card that was declined because of its state. */
function CardAct({ scope, of, what }: CardActProps) {
  const { id } = of.card;
  const card = useQuery(cardNow(scope, id));
  const asked: AskProps = { kind: 'UNBLOCK', cardId: id };
  const [isAsking, setAsking] = useState(() => wasLeftOpen(askKey(asked)));
  const { pending, message, submit } = useSubmission();
  if (!card.data)
    return card.isError ? (
      <Failure
        {...errorMessage(card.error, words.stateFailed)}
        onRetry={() => void card.refetch()}
        retrying={card.isFetching}
      />
    ) : (
      <Skeleton shape="short" />
    );
  const isOwn = scope === 'own';
  const actor = isOwn ? 'HOLDER' : 'ADMIN';
  const { status } = card.data;
  if (what !== 'freeze' && status === 'OPEN') return <p>{words.worksAgain}</p>;
  const change = async () => {
    const input = { params: { id }, body: { reason: null } };
    const answer =
      what === 'activate'
        ? await submit(activateCard, { params: { id }, body: {} })
        : what === 'freeze'
          ? await submit(isOwn ? freezeOwnCard : freezeCard, input)
          : await submit(isOwn ? unfreezeOwnCard : unfreezeCard, input);
    if (!answer?.ok) return;
    const done = { unfreeze: words.unfrozen, freeze: words.frozen, activate: words.activated };
    showSnackbar({ severity: 'success', text: done[what] });
    await refreshCards();
  };
  const isPossible = what === 'unfreeze' ? mayUnfreeze(card.data, actor) : mayTransition(what, status, actor);
  const label = {
    unfreeze: words.unfreeze,
    freeze: isOwn ? words.notMe : words.freeze,
    activate: words.activate,
  }[what];
  if (isPossible)
    return (
      <>
        <FormMessage message={message} />
        <Acts>
          <PermittedButton
            permission={what === 'activate' ? 'cards.activate' : isOwn ? 'own-cards.freeze' : 'cards.freeze'}
            variant={what === 'freeze' ? 'secondary' : 'primary'}
            pending={pending}
            onClick={() => void change()}
          >
            {label}
          </PermittedButton>
        </Acts>
      </>
    );
  if (isOwn && what === 'unfreeze' && status === 'PAUSED')
    return (
      <Acts>
        <PermittedButton permission="requests.make" variant="primary" onClick={() => setAsking(true)}>
          {words.askUnfreeze}
        </PermittedButton>
        {isAsking && (
          <Suspense>
            <AskDialog {...asked} onClose={() => setAsking(false)} />
          </Suspense>
        )}
      </Acts>
    );
  return (
    <Acts>
      <Link to={isOwn ? paths.ownCard : paths.card} params={{ id }} className={act}>
        {words.administrator.OPEN_CARD}
      </Link>
    </Acts>
  );
}
