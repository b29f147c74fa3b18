const longestInSeconds = 90;

/** How long somebody still has to wait, for a countdown: '45 s', and '7 min' where seconds would say nothing. */
export const waitText = (seconds: number): string =>
  seconds > longestInSeconds ? `${Math.ceil(seconds / 60)} min` : `${seconds} s`;
