/** Which version of a contract a party was shown: a signature that names none is on that one. */

import type { Actor } from '@nameloan/contracts/actor';
import type { Party } from '../loan/roles.ts';
import { commit, serviceContext } from '../service-context.ts';
import { contracts } from './contract.model.ts';
import type { Contract } from './contract.ts';
import type { ContractLookup } from './find-contract.ts';
import { isOwnLink } from './find-contract.ts';

/** SHA-256 of what this party read last; the version that was drawn up first if it has read none. */
export function findShownVersion(contract: Contract, party: Party): string {
  return contract.shownSha256?.[party] ?? contract.firstSha256 ?? contract.sha256;
}

/** Links can be forwarded, so only a read by the party's own account counts. Writes only after a contract was drawn up again. */
export async function recordShownVersion(found: ContractLookup, actor: Actor): Promise<void> {
  const { party } = found;
  const { id, sha256: shown } = found.contract;
  const isSigned = found.contract.signatures.some((one) => one.party === party);
  if (isSigned || !isOwnLink(found, actor) || findShownVersion(found.contract, party) === shown)
    return;
  await commit(async (tx) => {
    const contract = await contracts.get(id, tx);
    if (findShownVersion(contract, party) === shown) return;
    const before = contract.shownSha256 ?? { BORROWER: null, LENDER: null };
    await contracts.update(
      contract,
      { ...contract, shownSha256: { ...before, [party]: shown } },
      tx,
    );
  });
}

/** Like recordShownVersion, for a PDF: a party can read its contract while no record can be written. */
export async function recordShownPdf(found: ContractLookup, actor: Actor): Promise<void> {
  await recordShownVersion(found, actor).catch((error: unknown) => {
    const { id } = found.contract;
    serviceContext.log.error({ err: error, escrowId: id }, 'shown contract could not be recorded');
  });
}
