import * as v from 'valibot';

/** What a list can be exported as, and the content type of the file. */
export const exportTypes = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type ExportFormat = keyof typeof exportTypes;
export const ExportFormat = v.picklist(['csv', 'xlsx'], 'format');

/** Each export is created when it is requested. */
export const exportLimit = { per: 'session', requests: 60, windowSeconds: 3600 } as const;
