const longestInSeconds = 90;

/** The remaining time of a countdown: '45 s', or '7 min' if seconds do not matter. */
export const waitText = (seconds: number): string =>
  seconds > longestInSeconds ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`;

/** The same within a sentence: '20 seconds', '1 minute', '3 hours'; rounded up, so that it is long enough. */
export function spelledWait(seconds: number): string {
  const [count, unit]: [number, string] =
    seconds <= longestInSeconds
      ? [seconds, 'second']
      : seconds <= 90 * 60
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
