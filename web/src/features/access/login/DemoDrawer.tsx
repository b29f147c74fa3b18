import { demoData, type DemoData } from '@florin/contract/demo';
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../../api.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { Drawer } from '../../../kit/overlays/Drawer.tsx';
import { allowWidgetStyles } from '../../../kit/widget-styles.ts';
import { Icon } from '../../../kit/text/Icon.tsx';
import { en } from '../../../messages/en.ts';
import { demoWords as words } from '../../../messages/en/program/demo.ts';
import { paths } from '../../../paths.ts';
import styles from './DemoDrawer.module.css';
import { forgetCode } from '../../../flows/sign-in/kept-code.ts';
import { findDemo } from './find-demo.ts';

// The sign-in page loads no widget before this one.
allowWidgetStyles();

/** A person to log in as. */
export interface DemoLogin {
  username: string;
  password: string;
}

interface DemoDrawerProps {
  onPick: (login: DemoLogin) => void;
  onClose: () => void;
}

/** The people, cards, invites and vendor links of the demo data, each with its purpose. Loaded when it is opened. */
export default function DemoDrawer({ onPick, onClose }: DemoDrawerProps) {
  const [data, setData] = useState<DemoData | 'loading' | 'failed'>('loading');
  const [search, setSearch] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  useEffect(() => {
    if (data !== 'loading') return;
    void call(demoData, {}).then(
      (answer) => setData(answer.ok ? answer.body : 'failed'),
      () => setData('failed'),
    );
  }, [data]);

  return (
    <Drawer open onClose={onClose} label={words.heading} closeLabel={words.close} side="right">
      <div className={styles.head}>
        <h2>{words.heading}</h2>
        <p>{words.intro}</p>
        <TextField
          label={words.search}
          type="search"
          ref={field}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {data === 'loading' && <LoadingRows label={words.loading} />}
      {data === 'failed' && (
        <div role="alert" className={styles.failed}>
          <p>{words.failed}</p>
          <Button onClick={() => setData('loading')}>{en.failure.retry}</Button>
        </div>
      )}
      {typeof data === 'object' && <Found data={data} search={search} onPick={onPick} />}
    </Drawer>
  );
}

function Found({ data, search, onPick }: Pick<DemoDrawerProps, 'onPick'> & { data: DemoData; search: string }) {
  const [copied, setCopied] = useState<string | null>(null);
  const { people, cards, invites, vendorLinks, count } = findDemo(data, search);
  const copy = (number: string) =>
    void navigator.clipboard.writeText(number).then(
      () => setCopied(words.copied),
      // No permission, or no clipboard, as on a page without TLS.
      () => setCopied(words.notCopied),
    );
  return (
    <>
      <p role="status" className={count === 0 ? styles.none : 'visually-hidden'}>
        {count === 0 ? words.none(search.trim()) : words.found(count)}
      </p>
      <Section title={words.people} of={people}>
        {({ username, name, what }) => (
          <li key={username}>
            <button
              type="button"
              className={styles.row}
              onClick={() => {
                forgetCode();
                onPick({ username, password: data.password });
              }}
            >
              <span className={styles.name}>
                {username} <span className={styles.aside}>{name}</span>
              </span>
              <span className={styles.what}>{what}</span>
            </button>
          </li>
        )}
      </Section>
      <Section title={words.cards} of={cards}>
        {({ number, holder, what }) => (
          <li key={number} className={styles.withCopy}>
            <a className={styles.row} href={paths.registration}>
              <span className={styles.name}>
                <span className={styles.number}>{number}</span> <span className={styles.aside}>{holder}</span>
              </span>
              <span className={styles.what}>{what}</span>
            </a>
            <button
              type="button"
              className={styles.copy}
              aria-label={words.copyNumber(number)}
              onClick={() => copy(number)}
            >
              <Icon of={Copy} size={16} />
            </button>
          </li>
        )}
      </Section>
      <p role="status" className={copied === null ? 'visually-hidden' : styles.copied}>
        {copied}
      </p>
      <Section title={words.invites} of={invites}>
        {({ code, name, what }) => (
          <li key={code}>
            <LinkRow href={`${paths.registration}?code=${code}`} name={name} what={what} />
          </li>
        )}
      </Section>
      <Section title={words.vendorLinks} of={vendorLinks}>
        {({ code, email, what }) => (
          <li key={code}>
            <LinkRow href={`/card-details-request/${code}`} name={email} what={what} />
          </li>
        )}
      </Section>
    </>
  );
}

function Section<T>({ title, of, children }: { title: string; of: readonly T[]; children: (item: T) => ReactNode }) {
  if (of.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      <ul>{of.map(children)}</ul>
    </section>
  );
}

const LinkRow = ({ href, name, what }: { href: string; name: string; what: string }) => (
  <a className={styles.row} href={href}>
    <span className={styles.name}>{name}</span>
    <span className={styles.what}>{what}</span>
  </a>
);
