import { KeyRound } from 'lucide-react';
import { expect, test } from 'vitest';
import { appearances } from '../../testing/appearances.ts';
import { expectAccessible, render, screen, setAppearance } from '../../testing/component.ts';
import { Checklist, ChecklistItem, ChecklistLoading } from './Checklist.tsx';

const list = (
  <>
    <h1>Checklist</h1>
    <Checklist>
      <ChecklistItem
        icon={KeyRound}
        title="Turn on a second factor"
        text="It keeps a stolen password worthless."
        status={{ isDone: true, label: 'Done' }}
      />
      <ChecklistItem
        icon={KeyRound}
        title="Read the checklist"
        text="Seven habits."
        more="You have not read it yet."
        way={<a href="#there">Open it</a>}
        status={{ isDone: false, label: 'To do' }}
      />
      <ChecklistItem icon={KeyRound} title="Beware of phishing" text="We never ask for a code." status={null} />
    </Checklist>
  </>
);

test('says of each thing whether it is done, and where to do it', async () => {
  await render(list);
  const items = screen.getByRole('listitem');
  await expect
    .element(items.nth(0))
    .toHaveTextContent('Turn on a second factorIt keeps a stolen password worthless.Done');
  await expect
    .element(items.nth(1))
    .toHaveTextContent('Read the checklistSeven habits.You have not read it yet.Open itTo do');
  await expect.element(items.nth(1).getByRole('link', { name: 'Open it' })).toBeVisible();
  await expect.element(items.nth(2)).toHaveTextContent('Beware of phishingWe never ask for a code.');
});

test('names what is loading', async () => {
  await render(<ChecklistLoading items={3} label="Loading the checklist" />);
  await expect.element(screen.getByRole('status')).toHaveTextContent('Loading the checklist');
});

test.each(appearances)('is accessible: %o', async (appearance) => {
  await setAppearance(appearance);
  await render(list);
  await expect.element(screen.getByRole('heading', { name: 'Beware of phishing' })).toBeVisible();
  await expectAccessible();
});
