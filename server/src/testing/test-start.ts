/**
 * When the tests of the server take place: a working morning in the time zones of the demo businesses. One moment for all of
 * them, so that no test depends on the day or the hour at which it runs.
 */
export const testStart = new Date('2026-11-18T15:00:00Z');
