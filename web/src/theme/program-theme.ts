import type { ThemeTokens } from '@florin/contract/program/site';

/**
 * The CSS of a white-label customer: the six custom properties of tokens.css (visual language, rule 10), for a nonced
 * `<style>`. Lightness stays with tokens.css, so any hue keeps AA contrast while chroma is at most 0.17; larger values
 * are cut.
 */
export function programThemeCss(theme: ThemeTokens): string {
  const chroma = Math.min(theme.brandChroma, 0.17);
  return (
    `@layer tokens{:root:not([data-theme=legacy]){` +
    `--brand-h:${finite(theme.brandHue)};--brand-c:${finite(chroma)};` +
    `--tint-h:${finite(theme.tintHue)};--tint-c:${finite(theme.tintChroma)};` +
    `--radius:${finite(theme.radiusPixels)}px;--density:${finite(theme.density)}` +
    `}}`
  );
}

/** A number that is safe to print into CSS. */
function finite(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError('a theme value is not a finite number');
  return value;
}
