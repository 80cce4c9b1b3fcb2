/** Compares the fees that payments holds with the transfers and renewals that they are for. Pure. */

import { formatCents } from '@nameloan/contracts/money';
import type { Finding } from './finding.ts';
import type { Snapshot } from './snapshot.ts';

export function compareHolds({ holds, domains, settling }: Snapshot): Finding[] {
  const fees = [...domains.values()].flatMap((domain) =>
    domain.fees.map((fee) => ({ ...fee, domain })),
  );
  const neededHolds = new Set(fees.map(({ holdId }) => holdId));
  const unneeded = [...holds.values()].flatMap(
    ({ id: holdId, status, amountCents, reference, ...hold }) => {
      if (status !== 'HELD' || neededHolds.has(holdId) || settling.has(holdId)) return [];
      const sentence = `Hold ${holdId} sets ${formatCents(amountCents ?? 0)} of account ${hold.accountId} aside for ${reference}, but domains has no transfer or renewal for it.`;
      const release = { service: 'payments', name: 'release-hold', input: { holdId } };
      const finding = { key: `hold ${holdId}`, since: hold.at, sentence };
      if (hold.kind !== 'TRANSFER_FEE') return [{ ...finding, repair: release }];
      // The registry may know a transfer that domains has lost.
      const input = {
        holdId,
        accountId: hold.accountId,
        name: reference,
        amountCents,
        at: hold.at,
      };
      const repair = { service: 'domains', name: 'adopt-transfer', input };
      return [{ ...finding, repair, otherwise: release }];
    },
  );
  const withoutHold = fees.flatMap(({ holdId, held, at, domain }) => {
    const status = holds.get(holdId)?.status;
    if (!held || status === 'HELD' || status === 'CAPTURED') return [];
    const how = status ? 'was released by payments' : 'is unknown to payments';
    const sentence = `The transfer or renewal of ${domain.name} (domain ${domain.id}) continues without its fee: hold ${holdId} of account ${domain.accountId} ${how}. Once it has ended, collect the fee from the owner.`;
    return [{ key: `fee ${holdId}`, since: at, sentence }];
  });
  return [...unneeded, ...withoutHold];
}
