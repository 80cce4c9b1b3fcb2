/** Figures for the operator: one registry a process, and a door of their own that is never the public one. */

import type { AddressInfo } from 'node:net';
import { isIPv6 } from 'node:net';
import fastify from 'fastify';
import { collectDefaultMetrics, register } from 'prom-client';
import { z } from 'zod';
import { SettingsError, setting } from './settings.ts';

/** Where Prometheus scrapes a process. No secret is asked for, so another host than loopback is a network of one's own. */
export const metricsSettings = {
  METRICS_PORT: setting.port(0),
  METRICS_HOST: z.string().default('127.0.0.1'),
};

export interface MetricsServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Each look wakes the process: every ten milliseconds, which is the library's own, costs most of a percent of a core.
 * It is part of the figures nodejs_eventloop_lag_*, which tell the time from look to look: alert and dashboard take it off.
 */
export const lagSampleMs = 250;
let collecting = false;

/** Opens `/metrics`, with the process's own figures (memory, event loop) too. Throws SettingsError for a port that is taken. */
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
