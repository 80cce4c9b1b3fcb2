/** Polyfills the Web Locks API for jsdom: one queue per lock name. */

type Work = (lock: Lock | null) => unknown;
const ends = new Map<string, Promise<unknown>>();

async function request(name: string, given: LockOptions | Work, after?: Work): Promise<unknown> {
  const options = typeof given === 'function' ? {} : given;
  const work = typeof given === 'function' ? given : after;
  if (options.ifAvailable && ends.has(name)) return work?.(null);
  const before = ends.get(name);
  const turn = (async () => {
    await before;
    options.signal?.throwIfAborted();
    return work?.({ name, mode: options.mode ?? 'exclusive' });
  })();
  const end = turn.then(
    () => undefined,
    () => undefined,
  );
  ends.set(name, end);
  try {
    return await turn;
  } finally {
    if (ends.get(name) === end) ends.delete(name);
  }
}

export function installLocks(): void {
  if ('locks' in navigator) return;
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
}
