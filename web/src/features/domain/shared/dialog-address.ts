/** Which dialog of My Domains is open stands in the address: so it can be linked to, and Back closes it. Pure. */

/** Those with an address of their own; they name their domain by `?domain=`. */
export const routedDialogs = ['transfer-in', 'list', 'edit-ns', 'transfer-out', 'unlist'] as const;
/** The others stand in the query of the page: `?verify=` and the domain. */
export const askedDialogs = ['verify', 'renew', 'remove', 'cancel-transfer'] as const;

export type RoutedDialog = (typeof routedDialogs)[number];
export type AskedDialog = (typeof askedDialogs)[number];
export type DialogName = RoutedDialog | AskedDialog | 'add';

export interface DialogAddress {
  name: DialogName;
  /** None of a dialog that is about no domain, and of an address that does not say which. */
  domainId: string | undefined;
}

export interface Place {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
}

const home = '/app/my-domains';

const isRouted = (text: string): text is RoutedDialog =>
  (routedDialogs as readonly string[]).includes(text);

/** The parts after the page's own address: the number of the page, the name of a dialog. */
const tail = (pathname: string): string[] => pathname.slice(home.length).split('/').filter(Boolean);

export function readDialog({ pathname, search }: Place): DialogAddress | undefined {
  const query = new URLSearchParams(search);
  const routed = tail(pathname).find(isRouted);
  if (routed) return { name: routed, domainId: query.get('domain') || undefined };
  const asked = askedDialogs.find((name) => query.has(name));
  if (asked) return { name: asked, domainId: query.get(asked) || undefined };
  return query.has('add') ? { name: 'add', domainId: undefined } : undefined;
}

/** The address of the list below, with its page and its filter. */
export function listPlace({ pathname, search }: Place): Place {
  const query = new URLSearchParams(search);
  for (const name of ['domain', 'add', ...askedDialogs]) query.delete(name);
  const page = tail(pathname).find((part) => !isRouted(part));
  return { pathname: page ? `${home}/${page}` : home, search: asSearch(query) };
}

export function dialogPlace(from: Place, { name, domainId = '' }: DialogAddress): Place {
  const { pathname, search } = listPlace(from);
  const query = new URLSearchParams(search);
  const routed = isRouted(name);
  query.set(routed ? 'domain' : name, domainId);
  return { pathname: routed ? `${pathname}/${name}` : pathname, search: asSearch(query) };
}

/** A name without a value stands without "=". */
const asSearch = (query: URLSearchParams): string =>
  query.size === 0 ? '' : `?${query.toString().replace(/=(?=&|$)/g, '')}`;
