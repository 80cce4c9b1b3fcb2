/** The JSON schema of every REST error, for the OpenAPI description. */

import { conflictReasons, httpStatus } from '@nameloan/contracts/errors';

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
    available_at: {
      type: 'string',
      format: 'date-time',
      description: 'Of 409: when the call will be possible, if time alone ends the conflict.',
    },
    requestId: { type: 'string' },
  },
  required: ['message', 'code', 'requestId'],
};
