/** The login page's address with the way back in it, and that way read again. */

const parameter = 'next';

/** `from`: path, query and hash of where somebody wanted to go. */
export function loginPath(from: string): string {
  return from === '/app' ? '/login' : `/login?${parameter}=${encodeURIComponent(from)}`;
}

/** Only within this site: a link from outside must not send somebody elsewhere after they signed in. */
export function readReturnPath(query: URLSearchParams): string {
  const to = query.get(parameter) ?? '';
  const url = URL.parse(to, window.location.origin);
  const inside = to.startsWith('/') && url?.origin === window.location.origin;
  // "/.//elsewhere" is a path of ours that would be read as a host by whoever goes there.
  return inside && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : '/app';
}
