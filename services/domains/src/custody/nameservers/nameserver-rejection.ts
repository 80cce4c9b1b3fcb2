/** Converts a registry's rejection of a change of nameservers or DS records. */

import type { NameserverRejection } from '../../domain/delegation.ts';
import { EppInvalidInputError, EppRejectedError } from '../../registrar/registrar-errors.ts';
import { isInconclusive, rejectionMessage } from '../../registry.ts';

/** Out of range (2004) or invalid syntax (2005): other values may be accepted (RFC 5730 section 3). */
const invalidValueCodes = new Set([2004, 2005]);

/** Converts a rejection by the registry; rethrows every other error. `isDs`: only DS records were to change. */
export function toRejection(error: unknown, isDs = false): NameserverRejection {
  const message = rejectionMessage(error);
  if (isInconclusive(error) || message === undefined) throw error;
  if (error instanceof EppInvalidInputError) return { message, scope: 'VALUE' };
  if (error instanceof EppRejectedError && invalidValueCodes.has(error.resultCode))
    return isDs
      ? {
          message: 'The registry does not accept these DS records.',
          scope: 'VALUE',
          reason: 'DS',
        }
      : { message: 'The registry does not accept these nameservers.', scope: 'VALUE' };
  return { message, scope: 'STATE' };
}
