/** Prometheus metrics: one registry per process, on a separate server that is never public. */

import type { AddressInfo } from 'node:net';
import { isIPv6 } from 'node:net';
import fastify from 'fastify';
import { collectDefaultMetrics, register } from 'prom-client';
import { z } from 'zod';
import { SettingsError, setting } from './settings.ts';

/** Where Prometheus scrapes a process. Requires no secret, so use a host other than loopback only on a private network. */
export const metricsSettings = {
  METRICS_PORT: setting.port(0).meta({
    description:
      'Where Prometheus scrapes `/metrics`, never through the public entry point. It is printed at the start.',
    shownDefault: 'a free port',
  }),
  METRICS_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address of `/metrics`, which needs no login: only loopback or a private network.'),
};

export interface MetricsServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Each sample wakes the process; the library's default of 10 ms costs almost one percent of a core. The metrics
 * nodejs_eventloop_lag_* include this interval, which the alert and the dashboard subtract.
 */
export const lagSampleMs = 250;
let collecting = false;

/** Serves `/metrics`, including the process's metrics (memory, event loop). Throws SettingsError if the port is taken. */
export async function openMetrics(at: {
  METRICS_PORT: number;
  METRICS_HOST: string;
}): Promise<MetricsServer> {
  if (!collecting) collectDefaultMetrics({ eventLoopMonitoringPrecision: lagSampleMs });
  collecting = true;
  const app = fastify({ forceCloseConnections: true });
  app.get('/metrics', async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  );
  try {
    await app.listen({ port: at.METRICS_PORT, host: at.METRICS_HOST });
  } catch (error) {
    const { code } = error as { code?: string };
    throw new SettingsError([
      `METRICS_PORT ${at.METRICS_PORT} cannot be used on METRICS_HOST ${at.METRICS_HOST} (${code}).`,
    ]);
  }
  const { port } = app.server.address() as AddressInfo;
  const host = isIPv6(at.METRICS_HOST) ? `[${at.METRICS_HOST}]` : at.METRICS_HOST;
  return { url: `http://${host}:${port}/metrics`, close: () => app.close() };
}
