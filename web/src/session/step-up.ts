/** Asks for another proof of identity when the server requires one, and lets the rejected calls wait for it. */

let pending: { granted: Promise<boolean>; end: (granted: boolean) => void } | undefined;
const watchers = new Set<() => void>();

const notify = () => {
  for (const watcher of watchers) watcher();
};

/** Resolves to true when the session is fresh again, and to false if the user cancels. Concurrent calls share one. */
export function requestStepUp(): Promise<boolean> {
  if (!pending) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    pending = { granted: promise, end: resolve };
    notify();
  }
  return pending.granted;
}

/** Called by the dialog. */
export function endStepUp(granted: boolean): void {
  pending?.end(granted);
  pending = undefined;
  notify();
}

export const isStepUpRequested = (): boolean => pending !== undefined;

export function onStepUpChange(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}
