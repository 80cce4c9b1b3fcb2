/** Schemas of request bodies. A separate module, so that zod is loaded only with the first body. */

import { z } from 'zod';
import { faultKinds, parties } from '../faults/inject-fault.ts';
import { ControlError, invalid } from '../http/control-error.ts';
import type { Call } from '../http/router.ts';
import { clientStatuses, serverStatuses } from '../registry/domain.ts';

const computedStatuses = ['ok', 'inactive', 'pendingDelete', 'pendingTransfer'] as const;
const webAddress = z.url({ protocol: /^https?$/ }).max(2048);

export const emptyInput = z.strictObject({});

export const txtInput = z.strictObject({ txt: z.array(z.string().max(4000)).max(50) });

export const domainPatch = z.strictObject({
  statuses: z.array(z.enum([...clientStatuses, ...serverStatuses, ...computedStatuses])).optional(),
  authCode: z
    .string()
    .regex(/^[\x21-\x7e]{6,64}$/, 'a code has 6 to 64 printable characters')
    .optional(),
  expiry: z.iso.datetime({ offset: true }).or(z.iso.date()).optional(),
  premium: z.boolean().optional(),
  autoApprove: z.boolean().optional(),
});

export const takeoverInput = z.strictObject({
  /** Absent: the other registrar has the right code. */
  authCode: z.string().max(64).optional(),
  /** True: the request stays pending, and our registrar may approve or reject it over EPP. */
  pending: z.boolean().optional(),
});

export const payInput = z.strictObject({
  /** Card: the money arrives later, by a second pay, or never, by fail. */
  async: z.boolean().optional(),
  /** Cryptocurrency: a partial payment. */
  part: z.boolean().optional(),
  /** Cryptocurrency: an excess payment. */
  over: z.boolean().optional(),
  amountCents: z.int().min(1).max(1_000_000_000).optional(),
});

/** Amount of a refund or a dispute; absent means everything that is left. */
export const refundInput = z.strictObject({
  amountCents: z.int().min(1).max(1_000_000_000).optional(),
});

export const clockInput = z
  .strictObject({
    advance: z.string().max(10).optional(),
    at: z.iso.datetime({ offset: true }).optional(),
  })
  .refine((move) => (move.advance === undefined) !== (move.at === undefined), 'give advance or at');

export const serviceInput = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, 'a service has a short lower-case name'),
  url: webAddress,
});

const faultInput = z.strictObject({
  kind: z.enum(faultKinds),
  /** Share of the party's requests; absent: all. */
  share: z.number().gt(0).max(1).optional(),
  /** Wall time; absent: until it is ended. */
  forSeconds: z.number().gt(0).max(86_400).optional(),
});

export const settingsInput = z.strictObject({
  autoApproveSeconds: z.number().min(0).max(86_400).nullable().optional(),
  registryCreditExhausted: z.boolean().optional(),
  /** The complete set of faults; a party that is not listed has none. */
  faults: z
    .strictObject(Object.fromEntries(parties.map((party) => [party, faultInput.optional()])))
    .optional(),
});

/** NOWPayments accepts more fields than the product sends, so unknown fields are allowed. */
export const invoiceInput = z.object({
  price_amount: z.number().positive().max(10_000_000),
  price_currency: z.string().regex(/^[a-z]{3}$/i, 'a currency has three letters'),
  order_id: z.string().max(255).optional(),
  order_description: z.string().max(500).optional(),
  ipn_callback_url: webAddress.optional(),
  success_url: webAddress.optional(),
  cancel_url: webAddress.optional(),
});

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
