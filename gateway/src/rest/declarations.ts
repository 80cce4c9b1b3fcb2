/** What the services declare for REST: stored operations, streamed routes, numbers of enums. Written by compose.ts. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@nameloan/contracts/platform';
import { z } from 'zod';

const folder = join(import.meta.dirname, '../..');

const stream = z.strictObject({
  method: z.enum(['GET', 'POST']),
  path: z.string().startsWith('/'),
  /** Path at the service. Default: the same path. */
  upstreamPath: z.string().startsWith('/').optional(),
  summary: z.string(),
  /** Largest body. Default: none is accepted. */
  bodyLimitKilobytes: z.number().optional(),
  requestType: z.string().optional(),
  responseType: z.string(),
  /** Requires an access token. */
  signedIn: z.literal(true).optional(),
  ignoresToken: z.literal(true).optional(),
  /** Query parameters that are forwarded. */
  query: z.array(z.string()).optional(),
  /** Headers of the request that are forwarded, in addition to those of content and cache. */
  requestHeaders: z.array(z.string()).optional(),
  /** Default: 200. */
  status: z.literal([201, 202]).optional(),
});

/** Limits of an input field, as OpenAPI names them. The service enforces them; lengths count Unicode code points. */
const limits = z.strictObject({
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.string()).optional(),
  /** Of a list; default 100. */
  maxItems: z.number().optional(),
});

/** The content of a service's `rest/rest.json`. */
const serviceDeclarations = z.strictObject({
  /** Routes whose bodies the gateway forwards unread to the service. */
  streams: z.array(stream).default([]),
  /** Enums that REST shows as numbers: enum → value → number. */
  enumNumbers: z.record(z.string(), z.record(z.string(), z.number())).default({}),
  /** Names of input fields that differ in REST: input type → field → name. */
  inputNames: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  /** Messages for missing input fields, by the field's name. */
  missingMessages: z.record(z.string(), z.string()).default({}),
  /** Root fields of queries that compute for milliseconds what their arguments say; a document has few of them. */
  computedFields: z.array(z.string()).default([]),
  /** Limits by call, such as `POST /offers`, or `*` for all calls, and by field, such as `address.city` or `names[]`. */
  limits: z.record(z.string(), z.record(z.string(), limits)).default({}),
});

const declarations = serviceDeclarations.extend({
  streams: z.array(stream.extend({ service: z.enum(serviceNames) })),
});
export type RestDeclarations = z.infer<typeof declarations>;
export type StreamRoute = RestDeclarations['streams'][number];

const declared = declarations.parse(JSON.parse(readFileSync(join(folder, 'rest.json'), 'utf8')));
const { enumNumbers, inputNames } = declared;
export const { streams, missingMessages, limits: declaredLimits, computedFields } = declared;

export const readStoredOperations = (): string =>
  readFileSync(join(folder, 'rest.graphql'), 'utf8');

/** The numbers of an enum by the names of its values; undefined for an enum that REST shows by name. */
export const numbersOf = (enumName: string): Readonly<Record<string, number>> | undefined =>
  Object.hasOwn(enumNumbers, enumName) ? enumNumbers[enumName] : undefined;

/** The names in REST of those fields of an input type that have another name there. */
export const namesOfInput = (inputType: string): Readonly<Record<string, string>> =>
  (Object.hasOwn(inputNames, inputType) && inputNames[inputType]) || {};

/** The name of an input field in REST. */
export const restNameOf = (inputType: string, field: string): string =>
  (Object.hasOwn(inputNames, inputType) && inputNames[inputType]?.[field]) || field;

/** A row whose fields have the wrong types is sent with a sentence in this field of its type, so that it fails alone. */
export const unreadableField = 'unreadable';
