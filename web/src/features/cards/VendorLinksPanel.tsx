import type { VendorLink } from '@florin/contract/vendor-cards';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { cardsWords as words } from '../../messages/en/cards.ts';
import styles from './cards.module.css';
import { RevokeLinkDialog } from './RevokeLinkDialog.tsx';
import { useSendAgain } from './use-send-again.ts';
import { VendorLinkRow } from './VendorLinkRow.tsx';

/** What was sent to vendors and what has become of it; undefined while it is being loaded. */
export function VendorLinksPanel({ links }: { links: readonly VendorLink[] | undefined }) {
  const [revoking, setRevoking] = useState<VendorLink | null>(null);
  const { sendAgain, sending } = useSendAgain();
  return (
    <Panel title={words.links} padded={false}>
      {links === undefined && <LoadingLinks />}
      {links?.length === 0 && <EmptyState icon={Send}>{words.none}</EmptyState>}
      {links !== undefined && links.length > 0 && (
        <ul>
          {links.map((link) => (
            <VendorLinkRow
              key={link.id}
              link={link}
              sending={sending === link.id}
              onSendAgain={() => void sendAgain(link)}
              onRevoke={() => setRevoking(link)}
            />
          ))}
        </ul>
      )}
      <RevokeLinkDialog link={revoking} onClose={() => setRevoking(null)} />
    </Panel>
  );
}

function LoadingLinks() {
  return (
    <div aria-busy="true">
      <p role="status" className="visually-hidden">
        {words.loading}
      </p>
      {[1, 2, 3].map((row) => (
        <div key={row} className={styles.row}>
          <div className={styles.cell}>
            <p>
              <Skeleton shape="long" />
            </p>
            <p className={styles.line}>
              <Skeleton />
            </p>
          </div>
        </div>
      ))}
    </div>
  );
}
