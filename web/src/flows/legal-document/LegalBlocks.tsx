import type { Block, Inline } from '@florin/contract/program/legal-texts';
import { useRouter } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import { seemsSignedIn } from '../../session/browser-session.ts';
import styles from './LegalDocument.module.css';

/** Paragraphs, lists, tables and headings of a section. `label` names its tables for people who cannot see them. */
export function LegalBlocks({ of, label }: { of: readonly Block[]; label: string }) {
  return of.map((block, i) => <OneBlock key={i} block={block} label={label} />);
}

function OneBlock({ block, label }: { block: Block; label: string }) {
  if (block.kind === 'paragraph')
    return (
      <p>
        <Words of={block.words} />
      </p>
    );
  if (block.kind === 'heading')
    return (
      <h3 id={block.id} className={styles.heading}>
        {block.number} {block.title}
      </h3>
    );
  if (block.kind === 'table') return <Table block={block} label={label} />;
  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List className={styles.list}>
      {block.items.map((words, i) => (
        <li key={i}>
          <Words of={words} />
        </li>
      ))}
    </List>
  );
}

function Table({ block: { head, rows }, label }: { block: Extract<Block, { kind: 'table' }>; label: string }) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {head.map((words, i) => (
            <th key={i} scope="col">
              <Words of={words} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest], i) => (
          <tr key={i}>
            <th scope="row">{first && <Words of={first} />}</th>
            {rest.map((words, j) => (
              <td key={j}>
                <Words of={words} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A run of text in a legal text. The server checks its links. */
function Words({ of }: { of: readonly Inline[] }) {
  return of.map((inline, i) => <Word key={i} of={inline} />);
}

function Word({ of }: { of: Inline }) {
  if (of.kind === 'strong') return <strong>{of.text}</strong>;
  if (of.kind === 'emphasis') return <em>{of.text}</em>;
  if (of.kind === 'text') return of.text;
  if (of.to === paths.login) return <LoginLink>{of.text}</LoginLink>;
  const elsewhere = of.to.startsWith('https://');
  return (
    <a href={of.to} {...(elsewhere && { target: '_blank', rel: 'noreferrer' })}>
      {of.text}
    </a>
  );
}

/** The login page leads a signed-in person to the dashboard, and says so, in the same document. */
function LoginLink({ children }: { children: string }) {
  const router = useRouter();
  return (
    <a
      href={paths.login}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || !seemsSignedIn()) return;
        event.preventDefault();
        void router.navigate({ to: paths.login });
      }}
    >
      {children}
    </a>
  );
}
