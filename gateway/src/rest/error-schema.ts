/** The JSON schema of every REST error, for the OpenAPI description. */

import { conflictReasons, httpStatus } from '@nameloan/contracts/errors';

const payeeSchema = {
  type: 'object',
  properties: {
    kind: { type: 'string' },
    holder: { type: 'string' },
    masked: { type: 'string', description: 'Short form; never compare by it.' },
    fingerprint: { type: 'string' },
    version: { type: 'integer' },
  },
  required: ['kind', 'holder', 'masked', 'fingerprint', 'version'],
};

export const errorSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'A sentence for the user.' },
    code: { type: 'string', enum: Object.keys(httpStatus) },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'One sentence per invalid field.',
    },
    reason: {
      type: 'string',
      enum: [...conflictReasons],
      description: 'Of 409: why the state conflicts, as a stable code.',
    },
    service: { type: 'string', description: 'Of 503: the service that is down.' },
    missing: { type: 'number', description: 'Of 402: the dollars missing from the balance.' },
    quote: {
      type: 'object',
      properties: {
        amount: { type: 'number', description: 'Dollars.' },
        premium: {
          type: 'boolean',
          description: 'Whether the registry charges a premium price for this name.',
        },
        valid_until: { type: 'string', format: 'date-time' },
      },
      required: ['amount', 'premium', 'valid_until'],
      description: 'Of 409 PRICE_CHANGED: the current price.',
    },
    payee_change: {
      type: 'object',
      properties: {
        old: { ...payeeSchema, description: 'The payee that you knew.' },
        new: { ...payeeSchema, description: 'The payee that is valid now.' },
        since: { type: 'string', format: 'date-time', description: 'When it was entered.' },
        recent_changes: { type: 'integer', description: 'Changes in the last 30 days.' },
      },
      required: ['old', 'new', 'since', 'recent_changes'],
      description: 'Of 409 PAYEE_CHANGED: what to acknowledge before you can see the details.',
    },
    sha256: {
      type: 'string',
      description:
        'Of 409 CONTRACT_CHANGED: SHA-256 of the PDF to sign now. Read it before you sign.',
    },
    available_at: {
      type: 'string',
      format: 'date-time',
      description: 'Of 409: when the call will be possible, if time alone ends the conflict.',
    },
    requestId: { type: 'string' },
  },
  required: ['message', 'code', 'requestId'],
};
