/** An account as lending knows it: a copy of what identity says, enough to write a contract. */

import type { EventData } from '@nameloan/contracts/events.ts';
import type { ContractKind } from '@nameloan/contracts/loan.ts';
import type { LegalAddress } from '../loan/legal-address.ts';

/** `id` is the account's. No e-mail: lending never needs it. */
export interface Party {
  id: string;
  version: number;
  /** Version of the account that this copy shows; an older fact is ignored. */
  accountVersion: number;
  name: string;
  operator: boolean;
  defaultContract: ContractKind;
  legalAddress: LegalAddress | null;
}

/** The copy that a fact about an account makes. */
export function toParty(
  account: EventData<'identity.account.changed'>,
  accountVersion: number,
): Omit<Party, 'version'> {
  return {
    id: account.accountId,
    accountVersion,
    name: account.name,
    operator: account.operator,
    defaultContract: account.defaultContract,
    legalAddress: account.legalAddress,
  };
}
