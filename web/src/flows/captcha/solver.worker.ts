import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { handler } from 'altcha-lib/workers/shared';

// Works through a challenge off the page's thread.
handler({ deriveKey });
