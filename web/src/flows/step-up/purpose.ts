import type { Endpoint } from '@florin/contract/endpoint';
import { stepUpWords } from '../../messages/en/access/step-up.ts';

/** A call that requires a fresh proof. */
export type Asker = Pick<Endpoint, 'method' | 'path'>;

/** The purpose of the proof, as the beginning of a sentence. */
export const purposeOf = ({ method, path }: Asker): string =>
  stepUpWords.purposes[`${method} ${path}`] ?? stepUpWords.anyPurpose;
