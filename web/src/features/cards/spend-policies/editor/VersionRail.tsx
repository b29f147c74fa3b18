import type { PolicyVersion, SpendPolicy } from '@florin/contract/cards/spend-policies';
import { compareRules } from '@florin/contract/cards/policies/spend-changes';
import { Link } from '@tanstack/react-router';
import { CalendarClock, Check, History, Moon, Pencil, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { longWhen, shortDate } from '../../../../flows/time/when.ts';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { spendPolicyWords } from '../../../../messages/en/cards/spend-policies.ts';
import { paths } from '../../../../paths.ts';
import styles from './policy-editor.module.css';

const words = spendPolicyWords.editor;

interface VersionRailProps {
  policy: SpendPolicy;
  zone: string;
  /** The version that is read; null while the draft is edited. */
  shown: PolicyVersion | null;
  /** The changes of the draft to the version in force. */
  changes: number;
  /** Whether it is saved, in words. */
  status: string;
}

const icons: Record<PolicyVersion['state'], LucideIcon> = {
  ACTIVE: Check,
  SHADOW: Moon,
  DRAFT: Pencil,
  INACTIVE: History,
};

/** What a policy is now, what is tried, what is written; earlier versions one press away. */
export function VersionRail({ policy, zone, shown, changes, status }: VersionRailProps) {
  const { versions, active } = policy;
  const draft = versions.find(({ state }) => state === 'DRAFT');
  const current = versions.filter(({ state }) => state === 'ACTIVE' || state === 'SHADOW');
  const earlier = versions.filter(({ state }) => state === 'INACTIVE');
  const [isOpen, setOpen] = useState(shown?.state === 'INACTIVE');
  return (
    <nav aria-label={words.versions}>
      <ol className={styles.rail}>
        {current.toSorted(byState).map((version) => {
          const isDue = version.state === 'ACTIVE' && version.number !== active;
          return (
            <li key={version.number}>
              <VersionLink
                id={policy.id}
                icon={isDue ? CalendarClock : icons[version.state]}
                version={version}
                isCurrent={shown === version}
                title={`${words.version(version.number)}, ${isDue ? words.due : words.states[version.state]}`}
                text={words.since(
                  shortDate(
                    (version.state === 'SHADOW' ? version.shadowFrom : version.from) ?? version.createdAt,
                    zone,
                  ),
                  version.createdBy,
                )}
              />
            </li>
          );
        })}
        <li>
          <VersionLink
            id={policy.id}
            icon={Pencil}
            version={null}
            isCurrent={shown === null}
            title={draft ? `${words.version(draft.number)}, ${words.states.DRAFT}` : words.newDraft}
            text={draft || changes > 0 ? `${words.changesTo(changes, active)} · ${status}` : words.newDraftText}
          />
        </li>
      </ol>
      {earlier.length > 0 && (
        <>
          <button type="button" className={styles.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon of={History} size={14} />
            {words.history(earlier.length)}
          </button>
          {isOpen && (
            <ol className={styles.history} aria-label={words.historyTitle}>
              {earlier.map((version) => (
                <li key={version.number}>
                  <VersionLink
                    id={policy.id}
                    icon={History}
                    version={version}
                    isCurrent={shown === version}
                    title={words.version(version.number)}
                    text={[
                      version.from && version.until
                        ? lifeText(version.from, version.until, zone)
                        : shortDate(version.createdAt, zone),
                      words.changesTo(changesOf(version, versions), version.basedOn),
                      version.createdBy,
                      version.note,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  />
                </li>
              ))}
            </ol>
          )}
        </>
      )}
    </nav>
  );
}

const byState = (one: PolicyVersion, other: PolicyVersion) =>
  one.state === other.state ? one.number - other.number : one.state === 'ACTIVE' ? -1 : 1;

/** How many rules a version has changed in the one that it was made from. */
function changesOf({ document, basedOn }: PolicyVersion, versions: readonly PolicyVersion[]): number {
  const before = versions.find(({ number }) => number === basedOn)?.document.rules ?? [];
  return compareRules(before, document.rules).filter(({ change }) => change !== 'SAME').length;
}

interface VersionLinkProps {
  id: string;
  icon: LucideIcon;
  /** Null: the editor. */
  version: PolicyVersion | null;
  isCurrent: boolean;
  title: string;
  text: string;
}

const VersionLink = ({ id, icon, version, isCurrent, title, text }: VersionLinkProps) => (
  <Link
    to={paths.cardPolicy}
    params={{ id }}
    search={version === null ? {} : { version: String(version.number) }}
    activeOptions={{ exact: true }}
    replace
    resetScroll={false}
    className={styles.version}
    aria-current={isCurrent ? 'step' : undefined}
  >
    <Icon of={icon} size={16} />
    <span>
      <b>{title}</b>
      <small>{text}</small>
    </span>
  </Link>
);

/** From when to when a version was in force; within one day by the clock. */
function lifeText(from: string, until: string, zone: string): string {
  const when = shortDate(from, zone) === shortDate(until, zone) ? longWhen : shortDate;
  return words.ended(when(from, zone), when(until, zone));
}
