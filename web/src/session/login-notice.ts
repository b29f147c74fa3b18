import { en } from '../messages/en.ts';

/** What the login page has to tell people whom another page has sent there. */
export type LoginNotice = keyof typeof en.login.notices;

const key = 'florin-login-notice';

/** Leaves a notice for the login page of this tab, which may be a new document. */
export function leaveLoginNotice(notice: LoginNotice): void {
  try {
    sessionStorage.setItem(key, notice);
  } catch {
    // Without storage people arrive at the login page without the sentence.
  }
}

/** The notice that was left; null where there is none. */
export function readLoginNotice(): LoginNotice | null {
  try {
    const left = sessionStorage.getItem(key);
    return left !== null && left in en.login.notices ? (left as LoginNotice) : null;
  } catch {
    return null;
  }
}

export function forgetLoginNotice(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There was nothing to forget.
  }
}
