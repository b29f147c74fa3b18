/**
 * A pathname that the router can read: one that cannot be decoded, such as `/%E0%A4%A`, or would name another host, such
 * as `//evil.com`, becomes a similar one that leads nowhere.
 */
export function readablePath(pathname: string): string {
  const local = pathname.replace(/^\/[/\\]+/, '/%2F');
  return isDecodable(local) ? local : local.replaceAll('%', '%25');
}

function isDecodable(path: string): boolean {
  try {
    // Its result is used: the bundler drops a call whose result is not, with the error that matters here.
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
}

/** Makes the address of this page readable, before anything else reads it. */
export function repairAddress(): void {
  const { pathname, search, hash } = window.location;
  const path = readablePath(pathname);
  if (path !== pathname) window.history.replaceState(window.history.state, '', path + search + hash);
}
