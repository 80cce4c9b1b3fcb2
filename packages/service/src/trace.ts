/**
 * Tracing: spans around what a part does, and the text by which a trace goes on in another part. While it is
 * off, `traced` only calls; the SDK is not loaded before `startTracing` gets an endpoint.
 */

import { DomainError, httpStatus } from '@nameloan/contracts/errors.ts';
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

/** Ids of loans, domains and accounts are fine; secrets, addresses, texts, filters and bodies never are. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>;

export interface SpanOptions {
  kind: 'server' | 'client' | 'consumer' | 'internal';
  attributes?: SpanAttributes;
  /** `traceparent` of the span that caused this one; null: the trace begins here. Absent: the active span. */
  parent?: string | null | undefined;
  /** Whose work it is; the spans within inherit it. */
  service?: string;
  /** `caller`: what is thrown is no fault by itself, the caller decides; only its type is noted. */
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

/** While tracing is on. */
let tracer: Tracer | undefined;

/**
 * Switches tracing on for this process, spans going to the OTLP/HTTP collector at `endpoint`; without one it
 * stays off. `name` is the resource's service.name. Resolves to what flushes the spans and switches it off.
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

/** Runs `work` inside a span; `span` is undefined while tracing is off. What it throws is noted and passes through. */
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

/** The active span as W3C Trace Context writes it; undefined where there is none. */
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

/** Gives the active span a better name, once more is known than when it began. */
export function nameSpan(name: string): void {
  activeSpan()?.updateName(name);
}

/** Notes on the active span what its work will not throw on: a refusal by its code, anything else as a fault. */
export function recordError(error: unknown): void {
  const span = activeSpan();
  if (span) note(span, error);
}

/** What an HTTP door answered in the active span. */
export function recordResponseStatus(status: number): void {
  const span = activeSpan()?.setAttribute('http.response.status_code', status);
  if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
}

function activeSpan(): Span | undefined {
  return tracer && trace.getActiveSpan();
}

/** Only our own parts write this text, so that only version 00 is read; anything else begins a trace. */
function contextOf(text: string | null): Context {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '') ?? [];
  const parent = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  if (!isSpanContextValid(parent)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, parent);
}

/** An expected refusal is no error of ours. A fault shows its kind and place; its message may quote anything. */
function note(span: Span, error: unknown): void {
  const refused = error instanceof DomainError;
  if (refused) span.setAttribute('nameloan.code', error.code);
  if (refused && httpStatus[error.code] < 500) return;
  const type = typeOf(error);
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (refused) return;
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
