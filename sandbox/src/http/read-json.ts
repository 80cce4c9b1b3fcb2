/** Reads and validates JSON bodies. zod is only a type here, so that it is loaded with the first schema. */

import type { z } from 'zod';
import { ControlError, invalid } from './control-error.ts';
import type { Call } from './router.ts';

/**
 * Parses a call's JSON body by the schema; an empty body is {}. Throws 415 for another content type and 400,
 * with the field, for invalid JSON or input.
 */
export function readJson<S extends z.ZodType>(call: Call, shape: S): z.output<S> {
  const parsed = shape.safeParse(call.body.length === 0 ? {} : parse(call));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = issue?.path ?? [];
  const field = (unknown === undefined ? path : [...path, unknown]).join('.');
  throw invalid(
    `${field || 'The body'}: ${issue?.message ?? 'not accepted'}.`,
    field ? { field } : {},
  );
}

function parse(call: Call): unknown {
  if (!/^application\/json\s*(?:;|$)/i.test(call.headers['content-type'] ?? '')) {
    throw new ControlError(415, 'NOT_JSON', 'The body must be application/json.');
  }
  try {
    return JSON.parse(call.body.toString());
  } catch {
    throw invalid('The body is not JSON.');
  }
}
