/** The one banner there is: what was done, or what failed. Anything may show it; an open dialog draws it, else `Banners`. */

export interface Banner {
  /** New for each, so that the same words twice are told twice. */
  id: number;
  tone: 'green' | 'red';
  text: string;
}

let shown: Banner | undefined;
let count = 0;
let openDialogs = 0;
const watchers = new Set<() => void>();

function change(next: Banner | undefined): void {
  shown = next;
  for (const watcher of watchers) watcher();
}

/** Replaces the one before it. */
export function showBanner(tone: Banner['tone'], text: string): void {
  count += 1;
  change({ id: count, tone, text });
}

/** Of the one with this id; one that came since stays. */
export function dismissBanner(id: number): void {
  if (shown?.id === id) change(undefined);
}

export const getBanner = (): Banner | undefined => shown;

/** That of the page: none while a dialog tells it, for it would be seen twice. */
export const getPageBanner = (): Banner | undefined => (openDialogs > 0 ? undefined : shown);

/** For as long as a dialog is open. Returns what ends it. */
export function claimBannerForDialog(): () => void {
  const count = (by: number) => {
    openDialogs += by;
    change(shown);
  };
  count(1);
  return () => count(-1);
}

export function subscribeToBanner(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
