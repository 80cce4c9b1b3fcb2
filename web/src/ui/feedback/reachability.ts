/** Whether the server can be reached. A failed request reports that it cannot; then it is asked until it answers. */

const retryDelayMs = 2_000;
/** A network that swallows packets never fails a request. */
const maxAnswerMs = 5_000;

let reachable = true;
const watchers = new Set<() => void>();
let recovery: Promise<void> | undefined;

export const isReachable = (): boolean => reachable;

/** A request got no response, and the server has not answered since. */
export const isWaitingForServer = (): boolean => recovery !== undefined;

export function subscribeToReachability(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Calls back at the end of each outage. Returns a function that stops it. */
export function onRecovery(callback: () => void): () => void {
  let wasReachable = reachable;
  return subscribeToReachability(() => {
    const isRecovered = !wasReachable && reachable;
    wasReachable = reachable;
    if (isRecovered) callback();
  });
}

function notify(): void {
  for (const watcher of watchers) watcher();
}

/** Any response counts. */
async function doesAnswer(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(maxAnswerMs);
    await fetch('/', { method: 'HEAD', cache: 'no-store', signal });
    return true;
  } catch {
    return false;
  }
}

function waitForRetry(): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener('online', end);
      done();
    };
    const timer = setTimeout(end, retryDelayMs);
    window.addEventListener('online', end);
  });
}

async function recover(): Promise<void> {
  if (!(await doesAnswer())) {
    reachable = false;
    notify();
    do await waitForRetry();
    while (!(await doesAnswer()));
    reachable = true;
  }
  recovery = undefined;
  notify();
}

/** Call it when a request got no response. Resolves once the server answers. */
export function waitForServer(): Promise<void> {
  if (recovery) return recovery;
  const started = recover();
  recovery = started;
  notify();
  return started;
}
