import type { Branding } from '@florin/contract/program/site';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { supportWords as words } from '../../../messages/en/program/support.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { brandingQuery } from '../../../session/queries/queries.ts';
import styles from './SupportDetails.module.css';

/** The program's support (specification section 2); a placeholder until it has loaded. */
export function SupportDetails() {
  // A failure is shown here, so that no snackbar has to tell it.
  const branding = useQuery({ ...brandingQuery(), meta: {} });
  return (
    <Panel title={words.details}>
      {branding.data ? (
        <Details branding={branding.data} />
      ) : branding.isError ? (
        <Failure
          {...errorMessage(branding.error, words.failed)}
          onRetry={() => void branding.refetch()}
          retrying={branding.isFetching}
        />
      ) : (
        <Loading />
      )}
    </Panel>
  );
}

function Details({ branding }: { branding: Branding }) {
  const { addressLineOne, addressCity, addressState, addressZIP } = branding;
  return (
    <div className={styles.groups}>
      <Group title={words.groups.admin}>
        <Phone number={branding.phoneAdminSupport} />
        <Email address={branding.emailAdminSupport} />
      </Group>
      <Group title={words.groups.cardholder}>
        <Phone number={branding.phoneCardholderSupport} />
        <Email address={branding.emailCardholderSupport} />
      </Group>
      <Group title={words.groups.general}>
        <Phone number={branding.phoneGeneral} />
        <Email address={branding.emailGeneral} />
      </Group>
      <Group title={words.groups.post}>
        <Fact label={words.address}>
          {branding.companyLong}
          <br />
          {addressLineOne}
          <br />
          {`${addressCity}, ${addressState} ${addressZIP}`}
        </Fact>
      </Group>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h3>{title}</h3>
      <dl className={styles.facts}>{children}</dl>
    </section>
  );
}

const Phone = ({ number }: { number: string }) => (
  <Fact label={words.phone}>
    <a href={`tel:${number.replaceAll(/[^+\d]/g, '')}`}>{number}</a>
  </Fact>
);

const Email = ({ address }: { address: string }) => (
  <Fact label={words.email}>
    <a href={`mailto:${address}`}>{address}</a>
  </Fact>
);

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Loading() {
  return (
    <div className={styles.groups} aria-busy="true">
      {[1, 2, 3, 4].map((group) => (
        <div key={group} className={styles.group}>
          <Skeleton shape="medium" />
          <Skeleton shape="long" />
          <Skeleton shape="long" />
        </div>
      ))}
    </div>
  );
}
