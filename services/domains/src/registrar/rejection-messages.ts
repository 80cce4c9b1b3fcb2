/** Messages for the domain's owner for each of the registry's result codes (RFC 5730 section 3). */

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
  | 'BAD_COMMAND'
  | 'NOT_OFFERED'
  | 'REGISTRY_FAULT';

export interface Rejection {
  readonly code: RejectionCode;
  readonly sentence: string;
  /** True: the cause is not the domain, so a later attempt may succeed. */
  readonly transient: boolean;
}

const registryFault: Rejection = {
  code: 'REGISTRY_FAULT',
  sentence: 'The registry had an internal error and did nothing. Try again later.',
  transient: true,
};
const invalidCommand: Rejection = {
  code: 'BAD_COMMAND',
  sentence:
    'The registry did not accept our request. Nothing was changed; our staff will look into it.',
  transient: false,
};
const unsupported: Rejection = {
  code: 'NOT_OFFERED',
  sentence: 'The registry does not offer this for the domain.',
  transient: false,
};

const sentences: Readonly<Record<number, Rejection>> = {
  // Command use error: for a transfer, the name is already with this registrar.
  2002: rejection(
    'ALREADY_OURS',
    'The domain is already on the platform, so it cannot be transferred in.',
  ),
  2101: unsupported,
  2102: unsupported,
  2103: unsupported,
  2104: {
    code: 'REGISTRY_CREDIT',
    sentence:
      'The registry cannot process the order right now. Nothing was charged. Try again later.',
    transient: true,
  },
  2105: rejection('NOT_RENEWABLE', 'The domain cannot be renewed now, or not for that long.'),
  2106: rejection(
    'PROHIBITED',
    'The domain cannot be transferred now: it was registered or transferred recently.',
  ),
  2201: rejection(
    'NOT_OURS',
    'The domain is with another registrar, so the registry does not let us do this.',
  ),
  2202: rejection(
    'BAD_AUTH_CODE',
    'The transfer code is wrong. Ask your current registrar for a new one and try again.',
  ),
  2300: rejection('TRANSFER_PENDING', 'A transfer of the domain is already in progress.'),
  2301: rejection('NOT_PENDING', 'No transfer of the domain is in progress.'),
  2302: rejection('EXISTS', 'The registry already has this entry.'),
  2303: rejection('UNKNOWN_NAME', 'The registry does not know the domain: it is not registered.'),
  2304: rejection(
    'PROHIBITED',
    'The domain is locked against this. If it is with another registrar, have it unlocked there and try again.',
  ),
  2305: rejection(
    'PROHIBITED',
    'Something at the registry still depends on this, so it is not possible.',
  ),
  2306: rejection('POLICY', 'The registry’s rules do not allow this for the domain.'),
  2307: unsupported,
  2308: rejection('POLICY', 'The registry’s rules do not allow this for the domain.'),
  2400: registryFault,
  2500: registryFault,
  // The login has expired and the session has ended; the next command logs in again.
  2501: registryFault,
  2502: registryFault,
};

/** The order states a wrong price, or none where one is required (RFC 8748 section 5.2). */
export const priceRejected = rejection(
  'PRICE',
  'The registry’s price for the domain has changed. Nothing was charged. Try again.',
);

/** The rejection for a result code from 2000 on; codes for an invalid command share one message. */
export function rejectionFor(resultCode: number): Rejection {
  return sentences[resultCode] ?? invalidCommand;
}

function rejection(code: RejectionCode, sentence: string): Rejection {
  return { code, sentence, transient: false };
}
