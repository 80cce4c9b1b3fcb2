/** Why a field of a payee is refused: stable codes and the sentence of each. */

export const refusals = {
  ACCOUNT_DIGITS: 'A US account number has 4 to 17 digits.',
  ACCOUNT_FORM: 'An account number has up to 34 letters and digits.',
  ACCOUNT_REQUIRED: 'Enter the account number.',
  ACCOUNT_TYPE: 'Choose “checking” or “savings”.',
  ACCOUNT_ZERO: 'This account number has only zeros.',
  ADDRESS_REQUIRED: 'Enter the address.',
  BANK_ADDRESS_REQUIRED: 'Enter the bank’s address.',
  BANK_NAME_REQUIRED: 'Enter the bank’s name.',
  BIC_COUNTRY: 'The BIC and the IBAN belong to different countries.',
  BIC_FORM: 'A BIC has 8 or 11 characters: bank, country, place, and sometimes a branch.',
  BIC_REQUIRED: 'Enter the bank’s BIC.',
  BTC_CHECKSUM: 'This is not a Bitcoin address: its check characters don’t match. Copy it again.',
  BTC_MIXED_CASE: 'A Bitcoin address that starts with “bc1” has letters of one case only.',
  BTC_NETWORK: 'This address is not one of the Bitcoin main network.',
  BTC_WITNESS: 'Wallets can’t pay to this kind of Bitcoin address yet. Use another address.',
  CHAIN_REQUIRED: 'Choose the chain.',
  CONFIRM_DIFFERS: 'Enter the same address twice: a Solana address has no check characters.',
  EVM_CHECKSUM: 'The capital letters of this address don’t match it. Copy it again.',
  EVM_FORM: 'An address of this kind is “0x” and 40 hexadecimal digits.',
  EVM_SYSTEM: 'This address has no owner who could spend from it. Enter your own.',
  HOLDER_FORM: 'The name has up to 140 characters and no line breaks.',
  HOLDER_REQUIRED: 'Enter the holder’s name.',
  IBAN_CHECKSUM: 'This is not an IBAN: its check digits don’t match. Copy it again.',
  IBAN_COUNTRY: 'An IBAN starts with the code of a country that uses IBANs.',
  IBAN_FORM: 'Some characters don’t fit an IBAN of this country.',
  IBAN_LENGTH: 'An IBAN of this country has a different length.',
  IBAN_REQUIRED: 'Enter the IBAN.',
  OTHER_KIND: 'A payee of this kind has no such field.',
  ROUTING_CHECKSUM: 'This is not a routing number: its check digit doesn’t match. Copy it again.',
  ROUTING_DIGITS: 'A routing number has nine digits.',
  ROUTING_RANGE: 'No US bank has a routing number that starts like this.',
  ROUTING_REQUIRED: 'Enter the routing number.',
  SOLANA_FORM: 'This is not a Solana address: it must decode to 32 bytes.',
  SOLANA_SYSTEM: 'This is the address of a token or a program. Enter that of your wallet.',
  SORT_CODE_DIGITS: 'A sort code has six digits.',
  SORT_CODE_REQUIRED: 'Enter the sort code.',
  TEXT_FORM: 'Enter up to 140 characters without line breaks.',
  TOKEN_CONTRACT: 'This is the address of a token, and what is sent there is lost. Enter your own.',
  TOKEN_FORM: 'Enter the address of the token’s contract.',
  TOKEN_SAME: 'The token’s contract and your address are the same.',
  TRON_CHECKSUM: 'This is not a Tron address: its check characters don’t match. Copy it again.',
  TRON_SYSTEM: 'This address has no owner who could spend from it. Enter your own.',
  UK_ACCOUNT_DIGITS: 'A UK account number has eight digits, or six or seven at some banks.',
} as const;
export type Refusal = keyof typeof refusals;

/** Thrown by the checks of one field, and collected by `checkPayeeFields`. */
export class RefusedField extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusals[refusal]);
    this.refusal = refusal;
  }
}

export const refuse = (refusal: Refusal): never => {
  throw new RefusedField(refusal);
};
