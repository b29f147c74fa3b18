const format = new Intl.NumberFormat('en-US');

/** A count as people read it, with a comma between thousands: '1,007'. */
export const numberText = (count: number): string => format.format(count);
