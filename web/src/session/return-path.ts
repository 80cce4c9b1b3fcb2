/** Writes the return path into the login page's address, and reads it back. */

const parameter = 'next';

/** `from`: path, query and hash of the page to return to. */
export function loginPath(from: string): string {
  return from === '/app' ? '/login' : `/login?${parameter}=${encodeURIComponent(from)}`;
}

/** Accepts only paths on this site, to prevent open redirects after login. */
export function readReturnPath(query: URLSearchParams): string {
  const to = query.get(parameter) ?? '';
  const url = URL.parse(to, window.location.origin);
  const inside = to.startsWith('/') && url?.origin === window.location.origin;
  // "/.//elsewhere" normalizes to "//elsewhere", which browsers treat as a host.
  return inside && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : '/app';
}
