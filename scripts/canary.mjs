/**
 * `npm run canary`: the whole browser suite, with a search for the demo cards' numbers after every story, in every place
 * that docs/canary.md lists. `npm run canary -- <words>` runs the stories whose files match.
 */
process.env['FLORIN_CANARY'] = '1';
process.argv.splice(2, 0, 'e2e');
await import('./check.mjs');
