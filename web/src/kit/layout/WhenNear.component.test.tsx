import { expect, test } from 'vitest';
import { render, screen, setAppearance } from '../../testing/component.ts';
import { WhenNear } from './WhenNear.tsx';

const chart = (
  <WhenNear outline={<h2>Spend, far below</h2>}>
    <h2>Spend, drawn</h2>
  </WhenNear>
);
const heading = screen.getByRole('heading');

test('what is in the window is drawn at once', async () => {
  await render(chart);
  await expect.element(heading).toMatchTextContent(/^Spend, drawn$/);
});

test('what is far below is an outline until a person comes near, and stays from then on', async () => {
  await setAppearance({ width: 390, height: 844 });
  await render(
    <>
      <div style={{ height: 1200 }} />
      {chart}
    </>,
  );
  // The observer reports after the frame in which it has begun.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  await expect.element(heading).toMatchTextContent(/^Spend, far below$/);
  window.scrollTo(0, 160);
  await expect.element(heading).toMatchTextContent(/^Spend, drawn$/);
  window.scrollTo(0, 0);
  await expect.element(heading).toMatchTextContent(/^Spend, drawn$/);
});
