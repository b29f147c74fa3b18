import * as v from 'valibot';
import { stored } from '../stored.ts';

/** Whether single keys are shortcuts in this browser; a person can switch them off (WCAG 2.1.4). */
export const singleKeys = stored('florin-single-keys', v.picklist(['on', 'off']), 'local');
