import { expect, test } from 'vitest';
import { programThemeCss } from './program-theme.ts';

const theme = { brandHue: 152, brandChroma: 0.12, tintHue: 160, tintChroma: 0.01, radiusPixels: 6, density: 1 };

test('sets the six properties of a customer', () => {
  expect(programThemeCss(theme)).toBe(
    '@layer tokens{:root:not([data-theme=legacy]){--brand-h:152;--brand-c:0.12;--tint-h:160;--tint-c:0.01;--radius:6px;--density:1}}',
  );
});

test('cuts chroma where contrast would suffer', () => {
  expect(programThemeCss({ ...theme, brandChroma: 0.4 })).toContain('--brand-c:0.17;');
});

test('prints nothing but numbers', () => {
  expect(() => programThemeCss({ ...theme, brandHue: Number.NaN })).toThrow(RangeError);
});
