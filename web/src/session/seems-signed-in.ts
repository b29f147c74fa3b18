import { readSite } from '../site.ts';
import { isLive, readMarker } from './marker.ts';

/** Whether a page may take somebody for signed in before the server has been asked. */
export const seemsSignedIn = (): boolean => isLive(readMarker(), readSite().sessionTimeout, Date.now());
