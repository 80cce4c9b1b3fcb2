/** Loaded into child processes: they end when whoever started them is gone, even by kill -9, and stay small. */

import { giveBackMemory } from './give-back-memory.ts';

const loadedAfterMs = 1500;

process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
setTimeout(giveBackMemory, loadedAfterMs).unref();
