/** The registry's result codes (RFC 5730 section 3) as sentences that the owner of a domain understands. */

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
  /** True: not for a reason of this domain, so that later tries may succeed. */
  readonly transient: boolean;
}

const registryFault: Rejection = {
  code: 'REGISTRY_FAULT',
  sentence: 'The registry has a fault and did nothing. Please try again later.',
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
  // Command use error: for a transfer, asking for a name that this registrar holds already.
  2002: rejection(
    'ALREADY_OURS',
    'The domain is already on the platform, so it cannot be transferred in.',
  ),
  2101: unsupported,
  2102: unsupported,
  2103: unsupported,
  2104: {
    code: 'REGISTRY_CREDIT',
    sentence: 'The registry cannot take the order just now. Nothing was charged; try again later.',
    transient: true,
  },
  2105: rejection('NOT_RENEWABLE', 'The domain cannot be renewed now, or not for so long.'),
  2106: rejection(
    'PROHIBITED',
    'The domain cannot be transferred now: it is too new or was transferred lately.',
  ),
  2201: rejection(
    'NOT_OURS',
    'Another registrar holds the domain, so the registry does not let us do this.',
  ),
  2202: rejection(
    'BAD_AUTH_CODE',
    'The transfer code is not right. Ask the present registrar for a new one and try again.',
  ),
  2300: rejection('TRANSFER_PENDING', 'A transfer of the domain is already under way.'),
  2301: rejection('NOT_PENDING', 'No transfer of the domain is under way.'),
  2302: rejection('EXISTS', 'The registry has this entry already.'),
  2303: rejection('UNKNOWN_NAME', 'The registry does not know the domain: it is not registered.'),
  2304: rejection(
    'PROHIBITED',
    'The domain is locked against this. If another registrar holds it, ask there to unlock it and try again.',
  ),
  2305: rejection(
    'PROHIBITED',
    'Something at the registry still depends on this, so it cannot be done.',
  ),
  2306: rejection('POLICY', "The registry's rules do not allow this for the domain."),
  2307: unsupported,
  2308: rejection('POLICY', "The registry's rules do not allow this for the domain."),
  2400: registryFault,
  2500: registryFault,
  // The session is over, by a login that has lapsed; the next command logs in anew.
  2501: registryFault,
  2502: registryFault,
};

/** An order for another price than the registry's, or for none where it must be named (RFC 8748 section 5.2). */
export const priceRejected = rejection(
  'PRICE',
  'The registry asks another price for the domain by now. Nothing was charged; please try again.',
);

/** The sentence for a result code from 2000 on; codes that say that our own command was wrong share one. */
export function rejectionFor(resultCode: number): Rejection {
  return sentences[resultCode] ?? invalidCommand;
}

function rejection(code: RejectionCode, sentence: string): Rejection {
  return { code, sentence, transient: false };
}
