/** A small OTLP/HTTP collector for tests: records spans, or fails as configured. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  /** Empty for the root span. */
  parentSpanId: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  /** In nanoseconds since 1970. */
  startTimeUnixNano: string;
  failed: boolean;
  attributes: Record<string, unknown>;
  /** `service.name` of the resource. */
  service: unknown;
}

/** `hangs`: accepts requests and never responds. */
export type Behaviour = 'works' | 'hangs' | 500;

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** All request bodies as received. */
  text(): string;
  /** Number of requests. */
  requests(): number;
  behave(behaviour: Behaviour): void;
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface OtlpSpan extends Omit<CollectedSpan, 'kind' | 'attributes' | 'failed' | 'service'> {
  kind: number;
  attributes: Attribute[];
  status: { code?: number };
}

interface ExportRequest {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: OtlpSpan[] }[] }[];
}

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const failedCode = 2;

export async function startCollector(behaviour: Behaviour = 'works'): Promise<Collector> {
  let current = behaviour;
  const spans: CollectedSpan[] = [];
  const texts: string[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    texts.push(text);
    if (current === 'hangs') return;
    if (current === 'works') spans.push(...readSpans(JSON.parse(text)));
    response.writeHead(current === 'works' && request.url === '/v1/traces' ? 200 : 500).end('{}');
  };
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    text: () => texts.join('\n'),
    requests: () => texts.length,
    behave: (next) => {
      current = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function readSpans({ resourceSpans }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = readAttributes(resource.attributes)['service.name'];
    return scopeSpans
      .flatMap((scope) => scope.spans)
      .map(({ kind, attributes, status, parentSpanId = '', ...span }) => ({
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId,
        name: span.name,
        startTimeUnixNano: span.startTimeUnixNano,
        kind: kinds[kind] ?? 'internal',
        failed: status.code === failedCode,
        attributes: readAttributes(attributes),
        service,
      }));
  });
}

function readAttributes(list: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));
}
