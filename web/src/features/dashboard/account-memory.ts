/**
 * What this browser remembers of an account's dashboard: the space to reserve while the next visit loads, and that the
 * first steps were dismissed. Known before any reply, so that nothing moves (decision 125).
 */

export interface DashboardMemory {
  /** Rows of "Needs you". */
  rows?: number;
  /** Their average height in pixels. */
  rowHeight?: number;
  /** The first steps are shown. */
  steps?: boolean;
  dismissed?: boolean;
}

const getKey = (accountId: string) => `dashboard:${accountId}`;

export function readMemory(accountId: string): DashboardMemory {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(getKey(accountId)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? stored : {};
  } catch {
    return {};
  }
}

/** Without storage it is forgotten. */
export function remember(accountId: string, memory: DashboardMemory): void {
  try {
    const next = { ...readMemory(accountId), ...memory };
    localStorage.setItem(getKey(accountId), JSON.stringify(next));
  } catch {
    // The next visit reserves no space.
  }
}
