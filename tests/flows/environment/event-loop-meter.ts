/**
 * Preloaded into the product: measures the longest turn of its event loop between the messages `begin` and `read`, and
 * replies with milliseconds. Uses the thread's CPU time between check phases, so that other processes and hashing on
 * other threads do not count.
 */

let isMeasuring = false;
let lastMs = 0;
let maxTurnMs = 0;

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function turn(): void {
  if (!isMeasuring) return;
  const nowMs = threadMs();
  maxTurnMs = Math.max(maxTurnMs, nowMs - lastMs);
  lastMs = nowMs;
  setImmediate(turn);
}

process.on('message', (message) => {
  if (message === 'begin') {
    isMeasuring = true;
    lastMs = threadMs();
    maxTurnMs = 0;
    setImmediate(turn);
  }
  if (message !== 'read') return;
  isMeasuring = false;
  process.send?.({ maxTurnMs });
});
process.channel?.unref();
