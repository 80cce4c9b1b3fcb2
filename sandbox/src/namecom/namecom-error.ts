/** Errors in name.com's format: a status, a message and sometimes details; there are no codes. */

import { RegistryError } from '../registry/registry-error.ts';

export class NamecomError extends Error {
  readonly status: number;
  readonly details: string | undefined;

  constructor(status: number, message: string, details?: string) {
    super(message);
    this.name = 'NamecomError';
    this.status = status;
    this.details = details;
  }
}

/** The registry's rejection as name.com reports it. */
export function toNamecomError(error: unknown): unknown {
  if (!(error instanceof RegistryError)) return error;
  switch (error.code) {
    case 2303:
      return new NamecomError(404, 'Not Found', error.message);
    case 2003:
    case 2004:
      return new NamecomError(
        400,
        'Invalid argument',
        'Purchase price is required for premium domains in order to complete this request',
      );
    case 2104:
      return new NamecomError(402, 'Insufficient Funds');
    case 2105:
    case 2005:
      return new NamecomError(400, 'Invalid argument', error.message);
    case 2201:
      return new NamecomError(404, 'Not Found');
    default:
      return new NamecomError(403, 'Permission Denied', error.message);
  }
}
