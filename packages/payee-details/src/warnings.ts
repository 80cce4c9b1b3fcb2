/** What the owner of a payee should look at again, although it is accepted: stable codes and the sentence of each. */

export const warnings = {
  BIC_MISSING: 'Payments from other countries to this IBAN may need a BIC.',
  CHAIN_UNKNOWN: 'We don’t know a chain with this number. Compare it with your wallet.',
  IBAN_EXPERIMENTAL:
    'IBANs of this country aren’t registered internationally, so we checked little.',
  IBAN_NATIONAL:
    'The bank’s own check digits in this IBAN don’t match. Compare it with your bank’s.',
  NO_CHECKSUM: 'Without capital letters this address has no checksum. Compare every character.',
  OFF_CURVE:
    'No key belongs to this address: it is a program’s, or has a typing error. Compare it.',
  PADDED: 'We put zeros before the account number, as UK banks do.',
  TOKEN_UNKNOWN: 'We don’t know this token. Compare the address of its contract.',
  WIRE: 'Many US banks have a different routing number for wires. Ask yours for both.',
} as const;
export type Warning = keyof typeof warnings;
