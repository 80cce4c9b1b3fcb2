/** Compares lending's loans with the domains that are bound to them. Pure. */

import type { Finding } from './finding.ts';
import type { DomainRow, LoanRow, Snapshot } from './snapshot.ts';

type Reservation = NonNullable<DomainRow['reservation']>;

const collateralHeld: readonly string[] = ['DOMAIN_IN_CUSTODY', 'LOAN_POSTED', 'ESCALATED'];
const manualResolutions = {
  PENDING_SIGNATURE: 'let a party cancel it, or wait until the time to sign has passed',
  NEW: 'let a party cancel it, or wait until the time for the transfer has passed',
  DOMAIN_IN_CUSTODY: 'if no money was sent, let the lender cancel it',
  LOAN_POSTED: 'if it was repaid, let the lender mark it so; if not, let a party open a dispute',
  ESCALATED: 'an operator decides the dispute',
} as const;

export function compareLoans(snapshot: Snapshot): Finding[] {
  const bound = [...snapshot.domains.values()].flatMap((domain) =>
    domain.reservation ? compareBound(domain, domain.reservation, snapshot) : [],
  );
  const open = [...snapshot.loans.values()].filter(({ status }) =>
    Object.hasOwn(manualResolutions, status),
  );
  return [...bound, ...open.flatMap((loan) => compareUnbound(loan, snapshot))];
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
      return [{ key, sentence, since, repair: { service: 'domains', name: 'release', input } }];
    const instruction =
      'It is held as collateral, so money may have been lent: ask both parties, and restore a newer backup of lending if there is one.';
    return [{ key, since, sentence: `${sentence} ${instruction}` }];
  }
  if (loan.status in manualResolutions) return compareMatched(domain, reservation, loan);
  const seized = {
    FINALIZED_LENDER_SEIZURE: { toAccountId: loan.lenderId },
    FINALIZED_PLATFORM_SEZIURE: findHolder(loan),
  }[loan.status as string];
  const sentence = `${name} (domain ${domainId}) is bound to loan ${escrowId}, which has ended (${loan.status}).`;
  if (seized && !domain.inCustody) {
    const instruction = 'Domains does not record it as in custody: ask the registry who holds it.';
    return [{ key, since: loan.at, sentence: `${sentence} ${instruction}` }];
  }
  const repair = { service: 'domains', name: 'end-reservation', input: { ...input, ...seized } };
  return [{ key, since: loan.at, sentence, repair }];
}

/** The platform holds the domain until it is released; a release to the borrower leaves it with its owner. */
function findHolder({ releasedTo, lenderId }: LoanRow): { toAccountId: string | null } | undefined {
  if (releasedTo === 'BORROWER') return undefined;
  return { toAccountId: releasedTo === 'LENDER' ? lenderId : null };
}

/** Loan and reservation refer to each other: the service that has lost data gets it from the other. */
function compareMatched(domain: DomainRow, reservation: Reservation, loan: LoanRow): Finding[] {
  const { id: domainId, name } = domain;
  const { id: escrowId, at: since } = loan;
  const isHeld = collateralHeld.includes(loan.status);
  const disputed = loan.status === 'ESCALATED';
  const key = `both ${domainId} ${escrowId} ${loan.status}`;
  if (loan.version < reservation.disputedAsOf) {
    const input = { escrowId, above: reservation.disputedAsOf };
    const sentence = `Loan ${escrowId} has version ${loan.version}, but domains knows version ${reservation.disputedAsOf}: lending has lost the dispute that it published.`;
    return [{ key, since, sentence, repair: { service: 'lending', name: 'raise-loan', input } }];
  }
  if (
    (isHeld && !domain.held && loan.inCustody) ||
    (reservation.sure && disputed !== reservation.disputed)
  ) {
    const sentence = `${name} (domain ${domainId}) does not match its loan ${escrowId} (${loan.status}).`;
    return [{ key, since, sentence, repair: applyLoanState(loan) }];
  }
  const unreported = reservation.sure && !isHeld && !loan.reserved;
  const custodyUnknown =
    domain.inCustody && !isHeld && !loan.inCustody && !reservation.waitsForRenewal;
  if (!unreported && !(reservation.sure && custodyUnknown)) return [];
  const sentence = `Loan ${escrowId} (${loan.status}) does not know the state of ${name} (domain ${domainId})${domain.inCustody ? ', which is in custody' : ''}.`;
  const input = { domainId, escrowId, above: loan.custodyVersion };
  return [
    { key, since, sentence, repair: { service: 'domains', name: 'republish-reservation', input } },
  ];
}

function compareUnbound(loan: LoanRow, { domains, closed }: Snapshot): Finding[] {
  const { id, domainId, domainName, status, at: since } = loan;
  const domain = domains.get(domainId);
  if (domain?.reservation?.escrowId === id) return [];
  const key = `unbound ${id} ${status}`;
  const what = `Loan ${id} (${status}) has no domain bound to it: `;
  const instruct = (reason: string) => [
    {
      key,
      since,
      sentence: `${what}${reason}; ${manualResolutions[status as keyof typeof manualResolutions]}.`,
    },
  ];
  if (!domain) return instruct(`domains does not know ${domainName} (domain ${domainId})`);
  if (closed.has(id))
    return instruct(`domains has released ${domainName} from it, which lending has lost`);
  if (domain.reservation)
    return instruct(`${domainName} backs loan ${domain.reservation.escrowId}`);
  if (!domain.active) return instruct(`${domainName} is in no account's list any more`);
  if (domain.accountId !== loan.borrowerId)
    return instruct(`${domainName} belongs to account ${domain.accountId}`);
  const sentence = `${what}${domainName} (domain ${domainId}) is free.`;
  return [{ key, since, sentence, repair: applyLoanState(loan) }];
}

function applyLoanState(loan: LoanRow) {
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
  return { service: 'domains', name: 'apply-loan-state', input };
}
