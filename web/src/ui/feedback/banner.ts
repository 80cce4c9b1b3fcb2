/** The store of the app's only banner, for results and errors. An open dialog renders it, otherwise `Banners`. */

export interface Banner {
  /** Unique, so that the same text twice is announced twice. */
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

/** Shows a banner in place of the current one. */
export function showBanner(tone: Banner['tone'], text: string): void {
  count += 1;
  change({ id: count, tone, text });
}

/** Dismisses the banner with this id; a newer one stays. */
export function dismissBanner(id: number): void {
  if (shown?.id === id) change(undefined);
}

export const getBanner = (): Banner | undefined => shown;

/** The banner for the page; undefined while a dialog renders it. */
export const getPageBanner = (): Banner | undefined => (openDialogs > 0 ? undefined : shown);

/** Lets an open dialog render the banner. Returns a function that releases it. */
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
