/**
 * `npm run looks`: every screen at every width, in both themes, light and dark; `npm test` checks each at two widths, light.
 * With FLORIN_PICTURES=<folder> it leaves a picture of each there. `npm run looks -- -t <words>` checks some.
 */
process.env['FLORIN_LOOKS'] = 'full';
process.argv.splice(2, 0, 'screens');
await import('./check.mjs');
