import { tokensOf } from './tokens-of.ts';

/**
 * For `?themeDebug`: a label beside the element under the pointer or with the focus lists the tokens with which it is
 * drawn.
 */
export function showTokens(): void {
  const label = document.createElement('div');
  label.setAttribute('role', 'status');
  label.setAttribute('aria-label', 'Theme tokens');
  Object.assign(label.style, {
    position: 'fixed',
    zIndex: '100',
    maxWidth: '360px',
    padding: '6px 10px',
    borderRadius: '6px',
    background: 'CanvasText',
    color: 'Canvas',
    font: '12px/18px ui-monospace, monospace',
    whiteSpace: 'pre-line',
    pointerEvents: 'none',
  });
  const show = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement)) return;
    const tokens = tokensOf(target, document.styleSheets);
    label.hidden = tokens.length === 0;
    label.textContent = tokens.map(({ property, token }) => `${property}: ${token}`).join('\n');
    const { left, bottom } = target.getBoundingClientRect();
    label.style.left = `${Math.max(4, Math.min(left, window.innerWidth - label.offsetWidth - 4))}px`;
    label.style.top = `${Math.max(4, Math.min(bottom + 4, window.innerHeight - label.offsetHeight - 4))}px`;
  };
  document.body.append(label);
  document.addEventListener('pointerover', ({ target }) => show(target), { passive: true });
  document.addEventListener('focusin', ({ target }) => show(target));
}
