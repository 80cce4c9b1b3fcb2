/** Compares lending's loans with the domains that are bound to them. Pure. */

import type { Finding } from './finding.ts';
import type { DomainRow, LoanRow, Snapshot } from './snapshot.ts';

type Reservation = NonNullable<DomainRow['reservation']>;

const collateralHeld: readonly string[] = ['DOMAIN_IN_CUSTODY', 'LOAN_POSTED', 'ESCALATED'];
const ways = {
  PENDING_SIGNATURE: 'let a party cancel it, or wait until the time to sign is over',
  NEW: 'let a party cancel it, or wait until the time of the transfer is over',
  DOMAIN_IN_CUSTODY: 'if no money was sent, let the lender cancel it',
  LOAN_POSTED: 'if it was repaid, let the lender mark it so; if not, let a party open a dispute',
  ESCALATED: 'an operator decides the dispute',
} as const;

export function compareLoans(sight: Snapshot): Finding[] {
  const bound = [...sight.domains.values()].flatMap((domain) =>
    domain.reservation ? compareBound(domain, domain.reservation, sight) : [],
  );
  const open = [...sight.loans.values()].filter(({ status }) => Object.hasOwn(ways, status));
  return [...bound, ...open.flatMap((loan) => compareUnbound(loan, sight))];
}

function compareBound(domain: DomainRow, reservation: Reservation, { loans }: Snapshot): Finding[] {
  const { escrowId, at: since } = reservation;
  const { id: domainId, name } = domain;
  const loan = loans.get(escrowId);
  const key = `bound ${domainId} ${escrowId}`;
  const input = { domainId, escrowId };
  if (!loan) {
    const sentence = `${name} (domain ${domainId}) is bound to loan ${escrowId}, which lending does not know.`;
    if (!domain.held)
      return [{ key, sentence, since, repair: { part: 'domains', what: 'release', input } }];
    const todo =
      'It is held as collateral, so money may have been lent: ask both parties, and restore a newer backup of lending if there is one.';
    return [{ key, since, sentence: `${sentence} ${todo}` }];
  }
  if (loan.status in ways) return compareBoth(domain, reservation, loan);
  const seized = {
    FINALIZED_LENDER_SEIZURE: { toAccountId: loan.lenderId },
    FINALIZED_PLATFORM_SEZIURE: { toAccountId: null },
  }[loan.status as string];
  const sentence = `${name} (domain ${domainId}) is bound to loan ${escrowId}, which has ended (${loan.status}).`;
  if (seized && !domain.inCustody) {
    const todo = 'It is not in custody by what domains knows: ask the registry whose it is.';
    return [{ key, since: loan.at, sentence: `${sentence} ${todo}` }];
  }
  const repair = { part: 'domains', what: 'end-reservation', input: { ...input, ...seized } };
  return [{ key, since: loan.at, sentence, repair }];
}

/** Both know of each other: the one that has lost data gets the rest. */
function compareBoth(domain: DomainRow, reservation: Reservation, loan: LoanRow): Finding[] {
  const { id: domainId, name } = domain;
  const { id: escrowId, at: since } = loan;
  const held = collateralHeld.includes(loan.status);
  const disputed = loan.status === 'ESCALATED';
  const key = `both ${domainId} ${escrowId} ${loan.status}`;
  if (loan.version < reservation.disputedAsOf) {
    const input = { escrowId, above: reservation.disputedAsOf };
    const sentence = `Loan ${escrowId} is in version ${loan.version}, and domains has heard of version ${reservation.disputedAsOf}: the dispute that it told of is forgotten at lending.`;
    return [{ key, since, sentence, repair: { part: 'lending', what: 'raise-loan', input } }];
  }
  if (
    (held && !domain.held && loan.inCustody) ||
    (reservation.sure && disputed !== reservation.disputed)
  ) {
    const sentence = `${name} (domain ${domainId}) does not stand as its loan ${escrowId} says (${loan.status}).`;
    return [{ key, since, sentence, repair: hearing(loan) }];
  }
  const untold = reservation.sure && !held && !loan.reserved;
  const unseen = domain.inCustody && !held && !loan.inCustody && !reservation.waitsForRenewal;
  if (!untold && !(reservation.sure && unseen)) return [];
  const sentence = `Loan ${escrowId} (${loan.status}) does not know how ${name} (domain ${domainId}) stands${domain.inCustody ? ', which is in custody' : ''}.`;
  const input = { domainId, escrowId, above: loan.custodyVersion };
  return [
    { key, since, sentence, repair: { part: 'domains', what: 'republish-reservation', input } },
  ];
}

function compareUnbound(loan: LoanRow, { domains, closed }: Snapshot): Finding[] {
  const { id, domainId, domainName, status, at: since } = loan;
  const domain = domains.get(domainId);
  if (domain?.reservation?.escrowId === id) return [];
  const key = `unbound ${id} ${status}`;
  const what = `Loan ${id} (${status}) has no domain bound to it: `;
  const list = (why: string) => [
    { key, since, sentence: `${what}${why}; ${ways[status as keyof typeof ways]}.` },
  ];
  if (!domain) return list(`domains does not know ${domainName} (domain ${domainId})`);
  if (closed.has(id)) return list(`domains has let go of ${domainName} for it, which it forgot`);
  if (domain.reservation) return list(`${domainName} backs loan ${domain.reservation.escrowId}`);
  if (!domain.active) return list(`${domainName} is in nobody's list any more`);
  if (domain.accountId !== loan.borrowerId)
    return list(`${domainName} belongs to account ${domain.accountId}`);
  const sentence = `${what}${domainName} (domain ${domainId}) is free.`;
  return [{ key, since, sentence, repair: hearing(loan) }];
}

function hearing(loan: LoanRow) {
  const { id: escrowId, domainId, borrowerId, lenderId, version, dueBy, reserved } = loan;
  const held = loan.inCustody && collateralHeld.includes(loan.status);
  const disputed = loan.status === 'ESCALATED';
  const input = {
    escrowId,
    domainId,
    borrowerId,
    lenderId,
    version,
    dueBy,
    reserved,
    held,
    disputed,
  };
  return { part: 'domains', what: 'apply-loan-state', input };
}
