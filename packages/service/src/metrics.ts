/** Figures for the operator: one registry a process. */

import { collectDefaultMetrics, register } from 'prom-client';

let started = false;

/** Starts the process's own figures (memory, event loop); once, however many services run here. */
export function startMetrics(): void {
  if (started) return;
  started = true;
  collectDefaultMetrics();
}

/** All figures as Prometheus text. */
export function renderMetrics(): Promise<string> {
  return register.metrics();
}
