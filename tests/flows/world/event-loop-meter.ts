/**
 * Preloaded into a product that a test starts: how long the longest turn of its event loop held the only thread. It is
 * the thread's own CPU time from one check phase to the next, so that other programs on the machine count for nothing,
 * and hashing on other threads neither. Sends that as milliseconds on `read`, counted from `begin`.
 */

let on = false;
let lastMs = 0;
let longestMs = 0;

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function turn(): void {
  if (!on) return;
  const nowMs = threadMs();
  longestMs = Math.max(longestMs, nowMs - lastMs);
  lastMs = nowMs;
  setImmediate(turn);
}

process.on('message', (message) => {
  if (message === 'begin') {
    on = true;
    lastMs = threadMs();
    longestMs = 0;
    setImmediate(turn);
  }
  if (message !== 'read') return;
  on = false;
  process.send?.({ longestMs });
});
process.channel?.unref();
