/** The shape of every refusal over REST, for the description. */

import { conflictReasons, httpStatus } from '@nameloan/contracts/errors.ts';

export const errorSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'A sentence for the user.' },
    code: { type: 'string', enum: Object.keys(httpStatus) },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'A sentence per field at fault.',
    },
    reason: {
      type: 'string',
      enum: [...conflictReasons],
      description: 'Of 409: why the state conflicts, for programs.',
    },
    part: { type: 'string', description: 'Of 503: the part of the product that is down.' },
    missing: { type: 'number', description: 'Of 402: the dollars that the balance lacks.' },
    quote: {
      type: 'object',
      properties: {
        amount: { type: 'number', description: 'Dollars.' },
        premium: { type: 'boolean', description: 'The registry asks its own price for this name.' },
        valid_until: { type: 'string', format: 'date-time' },
      },
      required: ['amount', 'premium', 'valid_until'],
      description: 'Of 409 PRICE_CHANGED: what it costs now.',
    },
    requestId: { type: 'string' },
  },
  required: ['message', 'code', 'requestId'],
};
