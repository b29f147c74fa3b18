/**
 * A pathname that the router can read. One that cannot be decoded, such as `/%E0%A4%A`, or that would name another
 * host, such as `//evil.com`, becomes a similar one that does not exist.
 */
export function readablePath(pathname: string): string {
  const local = pathname.replace(/^\/[/\\]+/, '/%2F');
  return isDecodable(local) ? local : local.replaceAll('%', '%25');
}

function isDecodable(path: string): boolean {
  try {
    // The result is used, because the bundler removes a call without a used result, and the call's error is needed.
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
