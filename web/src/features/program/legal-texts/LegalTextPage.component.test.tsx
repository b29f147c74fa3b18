import { documentNames } from '@florin/contract/program/legal-texts';
import { expect, test } from 'vitest';
import { screen, setAppearance } from '../../../testing/component.ts';
import { answersFor, cardholder } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const titles = ['Terms and conditions', 'Privacy policy', 'Services agreement', 'E-Sign agreement', 'FAQ'];
const footer = screen.getByRole('contentinfo');

// Their texts are tested on the server (texts.test.ts).
test(
  'the documents of the footer open from there',
  { tags: ['@2.shell.28', '@beyond.1', '@beyond.2', '@beyond.3', '@beyond.4', '@beyond.5'] },
  async () => {
    const app = await renderApp('/reports', {
      ...answersFor(cardholder),
      legalText: ({ params: { name } }) => ({
        name,
        version: 2,
        effectiveDate: 'Sept 21 2021',
        preamble: [],
        sections: [{ id: 'one', number: '1', title: `About ${name}`, blocks: [] }],
      }),
    });
    for (const [i, name] of titles.entries()) {
      await footer.getByRole('link', { name }).click();
      await expect.element(screen.getByRole('heading', { level: 1, name })).toHaveFocus();
      await expect
        .element(screen.getByRole('heading', { level: 2, name: new RegExp(`About ${documentNames[i]}`) }))
        .toBeVisible();
      await expect.poll(() => document.title).toMatch(new RegExp(`^${name}`));
    }
    expect(app.requestsOf('legalText').map(({ params }) => params.name)).toEqual([...documentNames]);
  },
);

test('a document needs no login, and names its version and date', { tags: ['@beyond.2', '@9.35'] }, async () => {
  await renderApp('/legal/privacy-policy', {
    legalText: { name: 'Privacy policy', version: 2, effectiveDate: 'Sept 21 2021', preamble: [], sections: [] },
  });
  await expect.element(screen.getByText('Effective Sept 21 2021 · Version 2')).toBeVisible();
});

test.each([
  [390, false],
  [1280, true],
])('at %i pixels the contents are open: %s', async (width, isOpen) => {
  await setAppearance({ width, height: 800 });
  await renderApp('/legal/privacy-policy', {
    legalText: {
      name: 'Privacy policy',
      version: 2,
      effectiveDate: 'Sept 21 2021',
      preamble: [],
      sections: [{ id: 'one', number: '1', title: 'About us', blocks: [] }],
    },
  });
  const contents = screen.getByRole('navigation', { name: 'Contents' });
  const link = contents.getByRole('link', { name: /About us/ });
  await expect.element(contents).toBeVisible();
  expect(link.elements()).toHaveLength(isOpen ? 1 : 0);
  if (!isOpen) await contents.getByText('Contents').click();
  await expect.element(link).toBeVisible();
});

test('a visitor finds the other documents below one', async () => {
  await renderApp('/legal/faq', {
    legalText: { name: 'FAQ', version: 2, effectiveDate: 'Sept 21 2021', preamble: [], sections: [] },
  });
  const others = screen.getByRole('navigation', { name: 'Other documents' });
  await expect.element(others).toBeVisible();
  expect(
    others
      .getByRole('link')
      .elements()
      .map((link) => link.textContent),
  ).toEqual(titles.slice(0, 4));
});
