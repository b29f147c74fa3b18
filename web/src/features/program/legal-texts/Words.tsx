import type { Inline } from '@florin/contract/legal-texts';

/** A run of words of a legal text. The server has let only links through that lead somewhere. */
export function Words({ of }: { of: readonly Inline[] }) {
  return of.map((inline, i) => <Word key={i} of={inline} />);
}

function Word({ of }: { of: Inline }) {
  if (of.kind === 'strong') return <strong>{of.text}</strong>;
  if (of.kind === 'emphasis') return <em>{of.text}</em>;
  if (of.kind === 'text') return of.text;
  const elsewhere = of.to.startsWith('https://');
  return (
    <a href={of.to} {...(elsewhere && { target: '_blank', rel: 'noreferrer' })}>
      {of.text}
    </a>
  );
}
