/**
 * The widget library adds two small style sheets of its own and looks for the page's nonce in a `csp-nonce` meta tag.
 * The server writes the nonce on the program's style sheet. It is passed on as a property, which no style sheet can
 * read.
 */
export function allowWidgetStyles(): void {
  const nonce = document.querySelector<HTMLStyleElement>('style[nonce]')?.nonce;
  if (!nonce || document.querySelector('meta[name="csp-nonce"]')) return;
  const meta = document.createElement('meta');
  meta.name = 'csp-nonce';
  meta.nonce = nonce;
  document.head.append(meta);
}
