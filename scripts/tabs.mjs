/** `npm run tabs`: the stories of many tabs with twenty of them and 50 expiries; `npm test` runs them with a few. */
process.env['FLORIN_TABS'] = '20';
process.env['FLORIN_EXPIRIES'] = '50';
process.argv.splice(2, 0, 'e2e', 'tabs');
await import('./check.mjs');
