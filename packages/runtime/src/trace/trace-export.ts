/** Sends spans to an OTLP/HTTP collector. Loaded only if one is configured; its failures affect nothing else. */

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

/** Per batch, retries included; a slower collector loses the batch. */
const exportMs = 5000;
/** Maximum time that a stop waits for the last spans. */
const closeMs = 1500;
/** More are dropped, so that an unreachable collector does not fill the memory. */
const maxQueuedSpans = 4096;
const maxValueLength = 1000;

export interface Export {
  tracer: Tracer;
  /** Flushes ended spans within a time limit. */
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
  // Only the context manager is global. The provider is not, so that spans of libraries, whose content we do not
  // control, are not sent.
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

/** Logs the start and the end of an outage, not each lost batch. */
function logOutages(exporter: OTLPTraceExporter, log: Logger): SpanExporter {
  let away = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !away)
          log.warn(
            { reason: String(result.error) },
            'the trace collector is unreachable; spans are lost',
          );
        if (!failed && away) log.info('the trace collector is reachable again');
        away = failed;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
