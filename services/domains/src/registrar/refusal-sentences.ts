/** The registry's result codes (RFC 5730 section 3) as sentences that the owner of a domain understands. */

export type RefusalCode =
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

export interface Refusal {
  readonly code: RefusalCode;
  readonly sentence: string;
  /** True: not for a reason of this domain, so that later tries may succeed. */
  readonly transient: boolean;
}

const fault: Refusal = {
  code: 'REGISTRY_FAULT',
  sentence: 'The registry has a fault and did nothing. Please try again later.',
  transient: true,
};
const ourFault: Refusal = {
  code: 'BAD_COMMAND',
  sentence:
    'The registry did not accept our request. Nothing was changed; our staff will look into it.',
  transient: false,
};
const notOffered: Refusal = {
  code: 'NOT_OFFERED',
  sentence: 'The registry does not offer this for the domain.',
  transient: false,
};

const sentences: Readonly<Record<number, Refusal>> = {
  // Command use error: for a transfer, asking for a name that this registrar holds already.
  2002: refusal(
    'ALREADY_OURS',
    'The domain is already on the platform, so it cannot be transferred in.',
  ),
  2101: notOffered,
  2102: notOffered,
  2103: notOffered,
  2104: {
    code: 'REGISTRY_CREDIT',
    sentence: 'The registry cannot take the order just now. Nothing was charged; try again later.',
    transient: true,
  },
  2105: refusal('NOT_RENEWABLE', 'The domain cannot be renewed now, or not for so long.'),
  2106: refusal(
    'PROHIBITED',
    'The domain cannot be transferred now: it is too new or was transferred lately.',
  ),
  2201: refusal(
    'NOT_OURS',
    'Another registrar holds the domain, so the registry does not let us do this.',
  ),
  2202: refusal(
    'BAD_AUTH_CODE',
    'The transfer code is not right. Ask the present registrar for a new one and try again.',
  ),
  2300: refusal('TRANSFER_PENDING', 'A transfer of the domain is already under way.'),
  2301: refusal('NOT_PENDING', 'No transfer of the domain is under way.'),
  2302: refusal('EXISTS', 'The registry has this entry already.'),
  2303: refusal('UNKNOWN_NAME', 'The registry does not know the domain: it is not registered.'),
  2304: refusal(
    'PROHIBITED',
    'The domain is locked against this. If another registrar holds it, ask there to unlock it and try again.',
  ),
  2305: refusal(
    'PROHIBITED',
    'Something at the registry still depends on this, so it cannot be done.',
  ),
  2306: refusal('POLICY', "The registry's rules do not allow this for the domain."),
  2307: notOffered,
  2308: refusal('POLICY', "The registry's rules do not allow this for the domain."),
  2400: fault,
  2500: fault,
  // The session is over, by a login that has lapsed; the next command logs in anew.
  2501: fault,
  2502: fault,
};

/** An order for another price than the registry's, or for none where it must be named (RFC 8748 section 5.2). */
export const priceRefused = refusal(
  'PRICE',
  'The registry asks another price for the domain by now. Nothing was charged; please try again.',
);

/** The sentence for a result code from 2000 on; codes that say that our own command was wrong share one. */
export function refusalOf(resultCode: number): Refusal {
  return sentences[resultCode] ?? ourFault;
}

function refusal(code: RefusalCode, sentence: string): Refusal {
  return { code, sentence, transient: false };
}
