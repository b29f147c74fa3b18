import { afterEach, describe, expect, test } from 'vitest';
import { setAppearance } from '../testing/component.ts';

const canvases = ['--bg', '--surface', '--sunken'];
const meanings = ['ok', 'warn', 'bad', 'info'];

/** Which token is read on which; WCAG 1.4.3 demands 4.5 to 1. */
const texts: [text: string, backgrounds: string[]][] = [
  ['--text', [...canvases, '--brand-subtle', ...meanings.map((meaning) => `--${meaning}-bg`)]],
  ['--text-2', [...canvases, '--brand-subtle']],
  ['--text-3', [...canvases, '--brand-subtle']],
  ['--brand-text', [...canvases, '--brand-subtle']],
  ['--on-brand', ['--brand', '--brand-hover', '--brand-press']],
  ...meanings.map((meaning): [string, string[]] => [`--${meaning}-text`, ['--bg', '--surface', `--${meaning}-bg`]]),
];

/** What shows where a control is, or has the focus; WCAG 1.4.11 demands 3 to 1. */
const edges: typeof texts = [
  ['--line-strong', ['--bg', '--surface']],
  ['--focus', canvases],
  ['--bad', ['--bg', '--surface']],
];

const probe = document.createElement('i');
const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!;

/** The relative luminance of a token as the page draws it (WCAG 2.2). */
function luminance(token: string): number {
  document.body.append(probe);
  probe.style.color = `var(${token})`;
  pixel.fillStyle = getComputedStyle(probe).color;
  probe.remove();
  pixel.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = [...pixel.getImageData(0, 0, 1, 1).data].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const tooLow = (pairs: typeof texts, least: number) =>
  pairs.flatMap(([one, others]) =>
    others
      .map((other) => ({ pair: `${one} on ${other}`, ratio: contrast(one, other) }))
      .filter(({ ratio }) => ratio < least)
      .map(({ pair, ratio }) => `${pair}: ${ratio.toFixed(2)}`),
  );

const { style } = document.documentElement;
afterEach(() => {
  for (const property of ['--brand-h', '--brand-c', '--tint-h']) style.removeProperty(property);
});

describe.each([
  { scheme: 'light' },
  { scheme: 'dark' },
  { theme: 'legacy' },
  { theme: 'legacy', scheme: 'dark' },
] as const)('text is read, and controls are found, in %o', { tags: '@beyond.52' }, (appearance) => {
  test('as it is', async () => {
    await setAppearance(appearance);
    expect([...tooLow(texts, 4.5), ...tooLow(edges, 3)]).toEqual([]);
  });

  test('with the hue of any customer, at the greatest chroma', async () => {
    await setAppearance(appearance);
    const found: string[] = [];
    for (let hue = 0; hue < 360; hue += 15) {
      style.setProperty('--brand-h', `${hue}`);
      style.setProperty('--brand-c', '0.17');
      style.setProperty('--tint-h', `${hue}`);
      const low = [...tooLow(texts, 4.5), ...tooLow(edges, 3)];
      found.push(...low.map((line) => `hue ${hue}: ${line}`));
    }
    expect(found).toEqual([]);
  });
});
