/** For a browser that runs no scripts. No markup. */
export const noScript =
  'The dashboard needs JavaScript. Please turn it on in your browser’s settings, then reload this page.';
