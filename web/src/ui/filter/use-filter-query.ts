/** The filters of a list in the address. A changed filter starts on the first page. */

import { useNavigate, useSearchParams } from 'react-router-dom';

export interface FilterQuery {
  query: URLSearchParams;
  /** An empty value removes the filter. */
  set: (name: string, value: string) => void;
}

/** `kept`: the parameters that stay when a filter changes; others, like the page, are left out. */
export function useFilterQuery(path: string, kept: readonly string[]): FilterQuery {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  return {
    query,
    set: (name, value) => {
      const search = buildSearch(query, kept, { [name]: value });
      navigate({ pathname: path, search }, { preventScrollReset: true, flushSync: true });
    },
  };
}

/** "?status=DONE&sort=oldest", or an empty text without parameters. */
export function buildSearch(
  query: URLSearchParams,
  kept: readonly string[],
  changes: Readonly<Record<string, string>> = {},
): string {
  const next = new URLSearchParams();
  for (const name of kept) {
    const value = changes[name] ?? query.get(name);
    if (value) next.set(name, value);
  }
  return next.size === 0 ? '' : `?${next}`;
}
