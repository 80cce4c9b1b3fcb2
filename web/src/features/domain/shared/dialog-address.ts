/** Which dialog of My Domains is open stands in the address: so it can be linked to, and Back closes it. Pure. */

/** Those with an address of their own; they name their domain by `?domain=`. */
export const routedDialogs = ['transfer-in', 'list', 'edit-ns', 'transfer-out', 'unlist'] as const;
/** The others stand in the query of the page: `?verify=` and the domain. */
export const queryDialogs = ['verify', 'renew', 'remove', 'cancel-transfer'] as const;

export type RoutedDialog = (typeof routedDialogs)[number];
export type QueryDialog = (typeof queryDialogs)[number];
export type DialogName = RoutedDialog | QueryDialog | 'add';

export interface DialogAddress {
  name: DialogName;
  /** None of a dialog that is about no domain, and of an address that does not say which. */
  domainId: string | undefined;
}

export interface PageLocation {
  pathname: string;
  /** With its question mark, or empty. */
  search: string;
}

const listPath = '/app/my-domains';

const isRouted = (text: string): text is RoutedDialog =>
  (routedDialogs as readonly string[]).includes(text);

/** The parts after the page's own address: the number of the page, the name of a dialog. */
const pathSegments = (pathname: string): string[] =>
  pathname.slice(listPath.length).split('/').filter(Boolean);

export function readDialog({ pathname, search }: PageLocation): DialogAddress | undefined {
  const query = new URLSearchParams(search);
  const routed = pathSegments(pathname).find(isRouted);
  if (routed) return { name: routed, domainId: query.get('domain') || undefined };
  const asked = queryDialogs.find((name) => query.has(name));
  if (asked) return { name: asked, domainId: query.get(asked) || undefined };
  return query.has('add') ? { name: 'add', domainId: undefined } : undefined;
}

/** The address of the list below, with its page and its filter. */
export function getListLocation({ pathname, search }: PageLocation): PageLocation {
  const query = new URLSearchParams(search);
  for (const name of ['domain', 'add', ...queryDialogs]) query.delete(name);
  const page = pathSegments(pathname).find((part) => !isRouted(part));
  return { pathname: page ? `${listPath}/${page}` : listPath, search: toSearch(query) };
}

export function getDialogLocation(
  from: PageLocation,
  { name, domainId = '' }: DialogAddress,
): PageLocation {
  const { pathname, search } = getListLocation(from);
  const query = new URLSearchParams(search);
  const routed = isRouted(name);
  query.set(routed ? 'domain' : name, domainId);
  return { pathname: routed ? `${pathname}/${name}` : pathname, search: toSearch(query) };
}

/** A name without a value stands without "=". */
const toSearch = (query: URLSearchParams): string =>
  query.size === 0 ? '' : `?${query.toString().replace(/=(?=&|$)/g, '')}`;
