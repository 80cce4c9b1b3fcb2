/** Lending's copy of an account, with the data that a contract needs. */

import type { ContractKind } from '@nameloan/contracts/loan';
import type { ReplyPayload } from '@nameloan/contracts/requests';
import type { LegalAddress } from '../loan/legal-address.ts';

/** `id` is the account's id. Lending needs no e-mail address. */
export interface Party {
  id: string;
  version: number;
  /** Version of the account in this copy; older events are ignored. */
  accountVersion: number;
  name: string;
  operator: boolean;
  defaultContract: ContractKind;
  legalAddress: LegalAddress | null;
}

export function toParty(account: ReplyPayload<'identity.account'>): Omit<Party, 'version'> {
  return {
    id: account.accountId,
    accountVersion: account.version,
    name: account.name,
    operator: account.operator,
    defaultContract: account.defaultContract,
    legalAddress: account.legalAddress,
  };
}
