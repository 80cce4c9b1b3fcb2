/** The rejection of each of the registry's result codes (RFC 5730 section 3). Their sentences are in contracts. */

import type { OrderFailure, OrderFailureCode } from '@nameloan/contracts/order-failures';
import { toOrderFailure } from '@nameloan/contracts/order-failures';

export type RejectionCode =
  | 'BAD_AUTH_CODE'
  | 'PROHIBITED'
  | 'TRANSFER_PENDING'
  | 'NOT_PENDING'
  | 'ALREADY_OURS'
  | 'UNKNOWN_NAME'
  | 'EXISTS'
  | 'NOT_OURS'
  | 'POLICY'
  | 'NOT_RENEWABLE'
  | 'REGISTRY_CREDIT'
  | 'PRICE'
  | 'ACCESS_DENIED'
  | 'BAD_COMMAND'
  | 'NOT_OFFERED'
  | 'REGISTRY_FAULT';

export interface Rejection {
  readonly code: RejectionCode;
  /** For events and the domain's owner; finer than `code`. */
  readonly failure: OrderFailure;
  /** True: the cause is not the domain, so a later attempt may succeed. */
  readonly transient: boolean;
}

const registryFault = { ...rejection('REGISTRY_FAULT'), transient: true };
const invalidCommand = rejection('BAD_COMMAND');
const unsupported = rejection('NOT_OFFERED');

const rejections: Readonly<Record<number, Rejection>> = {
  // Command use error: for a transfer, the name is already with this registrar.
  2002: rejection('ALREADY_OURS'),
  2101: unsupported,
  2102: unsupported,
  2103: unsupported,
  2104: { ...rejection('REGISTRY_CREDIT'), transient: true },
  2105: rejection('NOT_RENEWABLE'),
  2106: rejection('PROHIBITED', 'RECENTLY_TRANSFERRED'),
  2201: rejection('NOT_OURS'),
  2202: rejection('BAD_AUTH_CODE'),
  2300: rejection('TRANSFER_PENDING'),
  2301: rejection('NOT_PENDING'),
  2302: rejection('EXISTS'),
  2303: rejection('UNKNOWN_NAME'),
  2304: rejection('PROHIBITED', 'LOCKED'),
  2305: rejection('PROHIBITED', 'IN_USE'),
  2306: rejection('POLICY'),
  2307: unsupported,
  2308: rejection('POLICY'),
  2400: registryFault,
  2500: registryFault,
  // The login has expired and the session has ended; the next command logs in again.
  2501: registryFault,
  2502: registryFault,
};

/** The order states a wrong price, or none where one is required (RFC 8748 section 5.2). */
export const priceRejected = rejection('PRICE', 'PRICE_CHANGED');

/** The account may not give the order, which staff must resolve with the registrar. */
export const accessDenied = {
  ...rejection('ACCESS_DENIED', 'REGISTRY_UNAVAILABLE'),
  transient: true,
};

/** The rejection for a result code from 2000 on; codes for an invalid command share one message. */
export function rejectionFor(resultCode: number): Rejection {
  return rejections[resultCode] ?? invalidCommand;
}

/** `failure` defaults to the code of the same name. */
function rejection(code: RejectionCode & OrderFailureCode): Rejection;
function rejection(code: RejectionCode, failure: OrderFailureCode): Rejection;
function rejection(code: RejectionCode, failure?: OrderFailureCode): Rejection {
  const name = failure ?? (code as OrderFailureCode);
  return { code, failure: toOrderFailure(name), transient: false };
}
