/** Loaded into child processes: they exit when their parent is gone, even after kill -9, and stay small. */

import { releaseMemory } from './release-memory.ts';

const loadedAfterMs = 1500;

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
// Ctrl-C signals the whole process group; a child continues until its parent, which still needs it, stops it.
process.on('SIGINT', () => {});
process.on('newListener', (name, listener) => {
  if (name === 'SIGINT') queueMicrotask(() => process.off('SIGINT', listener));
});
setTimeout(releaseMemory, loadedAfterMs).unref();
process.on('message', (word) => {
  if (word === 'rest') releaseMemory();
});
