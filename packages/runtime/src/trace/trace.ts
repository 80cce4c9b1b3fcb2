/**
 * Tracing: spans around a service's work, and the `traceparent` by which another service continues a trace. While it
 * is off, `traced` only calls its function; the SDK is not loaded before `startTracing` gets an endpoint.
 */

import { DomainError, httpStatus } from '@nameloan/contracts/errors';
import type { Context, Span, Tracer } from '@opentelemetry/api';
import {
  context,
  createContextKey,
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { Logger } from 'pino';

/** May hold ids of loans, domains and accounts, but never secrets, addresses, texts, filters or bodies. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** `traceparent` of the parent span; null starts a new trace; absent: the active span. */
  parent?: string | null | undefined;
  /** Service that does the work; inner spans inherit it. */
  service?: string;
  /** `caller`: the caller decides whether a thrown error is a failure; the span records only its type. */
  errorsHandledBy?: 'caller';
}

const serviceKey = createContextKey('part');
const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};
const maxFrames = 20;

/** Set while tracing is on. */
let tracer: Tracer | undefined;

/**
 * Turns tracing on for this process and sends spans to the OTLP/HTTP collector at `endpoint`; without one it stays
 * off. `name` is the resource's service.name. Resolves to a function that flushes the spans and turns it off.
 */
export async function startTracing(options: {
  endpoint: string | undefined;
  name: string;
  log: Logger;
}): Promise<() => Promise<void>> {
  const { endpoint, name, log } = options;
  if (!endpoint) return async () => {};
  const { openExport } = await import('./trace-export.ts');
  if (tracer) throw new Error('tracing is on already');
  const opened = openExport({ endpoint, name, log });
  tracer = opened.tracer;
  return async () => {
    tracer = undefined;
    await opened.close();
  };
}

export function isTracing(): boolean {
  return tracer !== undefined;
}

/** Runs `work` inside a span, which is undefined while tracing is off. Errors are recorded and rethrown. */
export function traced<R>(
  name: string,
  options: SpanOptions,
  work: (span?: Span) => Promise<R>,
): Promise<R> {
  if (!tracer) return work();
  const active = context.active();
  const { parent, service = active.getValue(serviceKey) as string | undefined } = options;
  const base = parent === undefined ? active : contextOf(parent);
  const kind = kinds[options.kind];
  const attributes = { 'nameloan.service': service, ...options.attributes };
  const span = tracer.startSpan(name, { kind, attributes }, base);
  return context.with(trace.setSpan(base.setValue(serviceKey, service), span), async () => {
    try {
      return await work(span);
    } catch (error) {
      if (options.errorsHandledBy === 'caller') span.setAttribute('error.type', typeOf(error));
      else note(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The active span in W3C Trace Context format; undefined if there is none. */
export function traceparent(): string | undefined {
  const active = activeSpan()?.spanContext();
  if (!active) return undefined;
  const flags = active.traceFlags.toString(16).padStart(2, '0');
  return `00-${active.traceId}-${active.spanId}-${flags}`;
}

/** For log lines. */
export function currentTraceId(): string | undefined {
  return activeSpan()?.spanContext().traceId;
}

/** Renames the active span. */
export function nameSpan(name: string): void {
  activeSpan()?.updateName(name);
}

/** Records on the active span an error that its work does not rethrow. */
export function recordError(error: unknown): void {
  const span = activeSpan();
  if (span) note(span, error);
}

/** Records the status of an HTTP response on the active span. */
export function recordResponseStatus(status: number): void {
  const span = activeSpan()?.setAttribute('http.response.status_code', status);
  if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
}

function activeSpan(): Span | undefined {
  return tracer && trace.getActiveSpan();
}

/** Only our own services write this value, so only version 00 is parsed; anything else starts a new trace. */
function contextOf(text: string | null): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  if (!isSpanContextValid(parent)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** An expected DomainError is no failure. Others record type and stack frames, not the message, which may quote anything. */
function note(span: Span, error: unknown): void {
  const rejected = error instanceof DomainError;
  if (rejected) span.setAttribute('nameloan.code', error.code);
  if (rejected && httpStatus[error.code] < 500) return;
  const type = typeOf(error);
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (rejected) return;
  span.addEvent('exception', { 'exception.type': type, 'exception.stacktrace': framesOf(error) });
}

function typeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' || typeof code === 'number'
    ? `${error.name} ${code}`
    : error.name;
}

function framesOf(error: unknown): string {
  const lines = error instanceof Error ? (error.stack ?? '').split('\n') : [];
  return lines
    .filter((line) => /^ {4}at /.test(line))
    .slice(0, maxFrames)
    .join('\n');
}
