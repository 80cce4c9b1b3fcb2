/**
 * Preloaded into the children of `npm start`. A signal to the process group also reaches the children, but the parent still
 * needs them while it drains, so they stop only on its message or when it has exited.
 */

const stopListeners: (() => void)[] = [];
let isStopping = false;

function stop(): void {
  if (isStopping) return;
  isStopping = true;
  if (stopListeners.length === 0) process.exit(0);
  for (const listener of stopListeners) listener();
}

process.on('SIGTERM', () => {});
process.on('newListener', (name, listener) => {
  if (name !== 'SIGTERM') return;
  stopListeners.push(() => listener('SIGTERM'));
  queueMicrotask(() => process.off('SIGTERM', listener));
});
process.on('message', (message) => {
  if (message === 'stop') stop();
});
process.on('disconnect', stop);
process.channel?.unref();
