import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Avatar } from '../../kit/text/Avatar.tsx';
import { businessPreferencesQuery } from '../../session/queries/business-queries.ts';
import { useIsRestricted, usePerson } from '../../session/person.ts';
import styles from './BusinessMark.module.css';

/**
 * The custom icon of the current business; its initials without one, or if its preference cannot be loaded (section 8).
 */
export function BusinessMark() {
  const { businessName } = usePerson();
  const restricted = useIsRestricted();
  const preferences = useQuery({ ...businessPreferencesQuery(), enabled: !restricted }).data;
  return <Mark name={businessName} uri={preferences?.useCustomIcon ? preferences.customIconUri : null} />;
}

/** The same of any linked account. */
export const AccountMark = ({ account }: { account: LinkedAccount }) =>
  account.isCurrent ? <BusinessMark /> : <Mark name={account.businessName} uri={account.customIconUri} />;

function Mark({ name, uri }: { name: string; uri: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  // Only images from this origin; the page's policy allows no others.
  if (uri === null || uri === broken || !/^\/(?!\/)/.test(uri)) return <Avatar name={name} />;
  return <img className={styles.icon} src={uri} alt="" width={32} height={32} onError={() => setBroken(uri)} />;
}
