/**
 * Rejections by name.com as those of the port, which has the result codes of EPP (RFC 5730 section 3) as its common
 * language. The API has no codes: the status counts, and its text only where one status has several causes.
 */

import { toOrderFailure } from '@nameloan/contracts/order-failures';
import { EppRejectedError, EppUnavailableError } from '../registrar-errors.ts';
import type { Rejection } from '../rejection-messages.ts';
import { accessDenied, priceRejected } from '../rejection-messages.ts';
import { NamecomRejection } from './client.ts';

/** What was attempted; each has its own meanings of a status. */
export type Attempt = 'READ' | 'TRANSFER' | 'RENEW' | 'UPDATE' | 'NAMESERVERS';

type Meaning = readonly [resultCode: number, meaning?: Rejection];

/** Rejects with the error of the port; other errors are returned unchanged. */
export function toPortError(error: unknown, attempt: Attempt): unknown {
  if (!(error instanceof NamecomRejection)) return error;
  const { status, said } = error;
  // The account may not do it; where a name is changed, a 403 means that name, which has expired.
  if (status === 403 && (attempt === 'TRANSFER' || attempt === 'RENEW'))
    return rejected(2200, said, accessDenied);
  if (status === 403 && attempt === 'READ')
    return new EppUnavailableError('LOGIN_REJECTED', `The registrar denies access: ${said}`);
  const [resultCode, meaning] = findMeaning(attempt, status, said);
  return rejected(resultCode, said, meaning);
}

/** As the port's rejection with this result code. */
export function rejected(resultCode: number, said: string, meaning?: Rejection): EppRejectedError {
  return new EppRejectedError(
    { resultCode, serverMessage: said, reason: said || undefined },
    meaning,
  );
}

/** A policy lock that cannot be lifted before `until`. */
export function lockedUntil(until: Date, said: string): EppRejectedError {
  const failure = toOrderFailure('RECENTLY_TRANSFERRED_UNTIL', { until: until.toISOString() });
  return rejected(2304, said, { code: 'PROHIBITED', failure, transient: false });
}

function findMeaning(attempt: Attempt, status: number, said: string): Meaning {
  switch (status) {
    case 400:
      return meaningOfInvalid(attempt, said);
    // The credit of the account is used up.
    case 402:
      return [2104];
    case 404:
      return attempt === 'READ' || attempt === 'TRANSFER' ? [2303] : [2201];
    case 406:
      return [2306];
    // A lock, or a name that is too young to be transferred; a running transfer is found by reading it.
    case 403:
    case 409:
      return [attempt === 'TRANSFER' ? 2106 : 2304];
    // The price is not available now.
    case 422:
      return [2400];
    case 500:
      return [2304];
    default:
      return [2001];
  }
}

function meaningOfInvalid(attempt: Attempt, said: string): Meaning {
  const orders = attempt === 'TRANSFER' || attempt === 'RENEW';
  if (orders && /price/i.test(said)) return [2004, priceRejected];
  if (attempt === 'TRANSFER' && /auth.?code|authorization code/i.test(said)) return [2202];
  return [2005];
}
