/** Sends spans to an OTLP/HTTP collector. Loaded only where one is named; what it does wrong costs nobody anything. */

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Tracer } from '@opentelemetry/api';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';

/** For one batch, repetitions included; a collector that takes longer loses it. */
const exportMs = 5000;
/** A stop waits no longer than this for the last spans. */
const closeMs = 1500;
/** Spans that wait; more are dropped, so that a collector that is away fills no memory. */
const maxQueuedSpans = 4096;
const maxValueLength = 1000;

export interface Export {
  tracer: Tracer;
  /** Sends what has ended, within a bound. */
  close(): Promise<void>;
}

export function openExport(options: { endpoint: string; name: string; log: Logger }): Export {
  const { endpoint, name, log } = options;
  const secure = new URL(endpoint).protocol === 'https:';
  const agentOptions = { keepAlive: true, timeout: exportMs };
  const agent = secure ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportMs,
    httpAgentOptions: () => agent,
  });
  const processor = new BatchSpanProcessor({
    exporter: logOutages(exporter, log),
    maxQueueSize: maxQueuedSpans,
    exportTimeoutMillis: 2 * exportMs,
  });
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': name })),
    spanLimits: { attributeValueLengthLimit: maxValueLength },
    spanProcessors: [processor],
  });
  // Only the way of contexts is set for the whole process. The provider stays ours, so that no library's
  // spans are sent: what they write into them is not ours to vouch for.
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const close = async () => {
    let late: NodeJS.Timeout | undefined;
    const bound = new Promise<void>((resolve) => {
      late = setTimeout(resolve, closeMs);
    });
    await Promise.race([provider.shutdown().catch(() => undefined), bound]);
    clearTimeout(late);
    agent.destroy();
    context.disable();
  };
  return { tracer: provider.getTracer('nameloan'), close };
}

/** Tells the log when spans begin to get lost, and when they arrive again; not for each batch. */
function logOutages(exporter: OTLPTraceExporter, log: Logger): SpanExporter {
  let away = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !away)
          log.warn({ reason: String(result.error) }, 'the trace collector takes no spans');
        if (!failed && away) log.info('the trace collector takes spans again');
        away = failed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
