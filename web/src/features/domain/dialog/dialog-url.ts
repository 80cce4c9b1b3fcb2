/** The open dialog of My Domains is part of the URL, so that it can be linked to and Back closes it. Pure. */

/** Dialogs with their own path; `?domain=` names the domain. */
export const routedDialogs = ['transfer-in', 'list', 'edit-ns', 'transfer-out', 'unlist'] as const;
/** Dialogs in the page's query: `?verify=DOMAIN_ID`. */
const queryDialogs = [
  'verify',
  'renew',
  'push',
  'remove',
  'cancel-transfer',
  'labels',
  'diligence',
] as const;

export type RoutedDialog = (typeof routedDialogs)[number];
export type QueryDialog = (typeof queryDialogs)[number];
/** Dialogs in the page's query that are not about one domain: `?add`. */
const listDialogs = ['add', 'check-all'] as const;

export type DialogName = RoutedDialog | QueryDialog | (typeof listDialogs)[number];

export interface DialogRoute {
  name: DialogName;
  /** Undefined if the dialog has no domain or the URL names none. */
  domainId: string | undefined;
}

export interface PageLocation {
  pathname: string;
  /** Includes the question mark; may be empty. */
  search: string;
}

const listPath = '/app/my-domains';

/** Whether the dialog is about one domain. */
export const isAboutDomain = (name: DialogName): name is RoutedDialog | QueryDialog =>
  !(listDialogs as readonly string[]).includes(name);

const isRouted = (text: string): text is RoutedDialog =>
  (routedDialogs as readonly string[]).includes(text);

/** The path segments after the list's path: page number and dialog name. */
const pathSegments = (pathname: string): string[] =>
  pathname.slice(listPath.length).split('/').filter(Boolean);

export function readDialog({ pathname, search }: PageLocation): DialogRoute | undefined {
  const query = new URLSearchParams(search);
  const routed = pathSegments(pathname).find(isRouted);
  if (routed) return { name: routed, domainId: query.get('domain') || undefined };
  const inQuery = queryDialogs.find((name) => query.has(name));
  if (inQuery) return { name: inQuery, domainId: query.get(inQuery) || undefined };
  const overList = listDialogs.find((name) => query.has(name));
  return overList && { name: overList, domainId: undefined };
}

/** The location of the list below the dialog, with its page and filter. */
export function getListLocation({ pathname, search }: PageLocation): PageLocation {
  const query = new URLSearchParams(search);
  for (const name of ['domain', ...listDialogs, ...queryDialogs]) query.delete(name);
  const page = pathSegments(pathname).find((segment) => !isRouted(segment));
  return { pathname: page ? `${listPath}/${page}` : listPath, search: toSearch(query) };
}

export function getDialogLocation(
  from: PageLocation,
  { name, domainId = '' }: DialogRoute,
): PageLocation {
  const { pathname, search } = getListLocation(from);
  const query = new URLSearchParams(search);
  const routed = isRouted(name);
  query.set(routed ? 'domain' : name, domainId);
  return { pathname: routed ? `${pathname}/${name}` : pathname, search: toSearch(query) };
}

/** Omits "=" for parameters without a value. */
const toSearch = (query: URLSearchParams): string =>
  query.size === 0 ? '' : `?${query.toString().replace(/=(?=&|$)/g, '')}`;
