/**
 * Loaded into the children of `npm start`: a signal to the whole group reaches them too, but the parent
 * still needs them while it drains. They stop by its word, or when it is gone.
 */

const enders: (() => void)[] = [];
let told = false;

function end(): void {
  if (told) return;
  told = true;
  if (enders.length === 0) process.exit(0);
  for (const ender of enders) ender();
}

process.on('SIGTERM', () => {});
process.on('newListener', (name, listener) => {
  if (name !== 'SIGTERM') return;
  enders.push(() => listener('SIGTERM'));
  queueMicrotask(() => process.off('SIGTERM', listener));
});
process.on('message', (word) => {
  if (word === 'stop') end();
});
process.on('disconnect', end);
process.channel?.unref();
