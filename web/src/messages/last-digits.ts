/** '··\u00a00932': the last digits of a number that is not shown whole, as `LastDigits` shows them. */
export const lastDigits = (digits: string): string => `··\u00a0${digits}`;
