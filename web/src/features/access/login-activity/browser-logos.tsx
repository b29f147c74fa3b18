import type { ReactNode } from 'react';

/**
 * Simplified marks of the most common browsers in a field of 24 units, so that people recognize their own at a glance.
 */
const drawings: readonly { families: RegExp; drawing: ReactNode }[] = [
  {
    families: /edge/i,
    drawing: (
      <>
        <circle cx="12" cy="12" r="11" fill="#0c6fc4" />
        <path
          fill="#43d3b4"
          d="M1.2 10.2C2.3 5 6.7 1 12 1c6.1 0 11 4.3 11 9.4 0 3.4-2.5 5.7-5.6 5.7-2.7 0-3.8-1.1-3.4-2.3.6-1.5-.4-3.9-3.5-3.9-3.6 0-6.8 2.3-9.3.3Z"
        />
      </>
    ),
  },
  {
    families: /samsung/i,
    drawing: (
      <>
        <circle cx="12" cy="12" r="11" fill="#6a57d5" />
        <circle cx="12" cy="12" r="5.2" fill="#fff" />
        <ellipse
          cx="12"
          cy="12"
          rx="9.5"
          ry="3.2"
          fill="none"
          stroke="#c9bfff"
          strokeWidth="1.6"
          transform="rotate(-28 12 12)"
        />
      </>
    ),
  },
  {
    families: /opera/i,
    drawing: (
      <>
        <circle cx="12" cy="12" r="11" fill="#e0162b" />
        <ellipse cx="12" cy="12" rx="4.6" ry="7.4" fill="#fff" />
      </>
    ),
  },
  {
    families: /firefox/i,
    drawing: (
      <>
        <circle cx="12" cy="12" r="11" fill="#ff6a2b" />
        <path
          fill="#ffc24a"
          d="M13 2.5c3.8 2 6.5 5.5 6.5 9.9a7.5 7.5 0 0 1-15 0c0-2.3.8-4.1 1.9-5.5.2 1.7 1 2.8 2.2 3.4C8.4 7.4 10 4.3 13 2.5Z"
        />
        <circle cx="12" cy="13.5" r="4" fill="#6f3fd9" />
      </>
    ),
  },
  {
    families: /chrom/i,
    drawing: (
      <>
        <path fill="#e2412f" d="M12 12 2.47 6.5a11 11 0 0 1 19.06 0Z" />
        <path fill="#fbc12d" d="M12 12l9.53-5.5A11 11 0 0 1 12 23Z" />
        <path fill="#2fa24c" d="M12 12v11A11 11 0 0 1 2.47 6.5Z" />
        <circle cx="12" cy="12" r="5.2" fill="#fff" />
        <circle cx="12" cy="12" r="4.1" fill="#3a7de8" />
      </>
    ),
  },
  {
    families: /safari/i,
    drawing: (
      <>
        <circle cx="12" cy="12" r="11" fill="#1c8fe8" />
        <circle cx="12" cy="12" r="9.2" fill="none" stroke="#fff" strokeWidth=".8" strokeDasharray=".8 1.6" />
        <path fill="#f5473c" d="m18 6-4.6 7.4-2.8-2.8Z" />
        <path fill="#fff" d="m6 18 4.6-7.4 2.8 2.8Z" />
      </>
    ),
  },
];

/** The drawing of a browser family; null if there is none. */
export const drawingOf = (family: string | null): ReactNode =>
  family === null ? null : (drawings.find(({ families }) => families.test(family))?.drawing ?? null);
