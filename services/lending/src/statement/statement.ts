/** Computes an account's statement of one year, in both roles: interest paid or earned, and discharged debt. */

import { sumAdvancedCents } from '../escrow/balance/advances.ts';
import { computePrincipalCents, sumPaidCents } from '../escrow/balance/balance.ts';
import type { Escrow, Receipt } from '../escrow/escrow.ts';
import { computeOwedCents } from '../escrow/stage.ts';
import type { Party } from '../loan/roles.ts';
import { formatDomainName } from '../loan/terms.ts';

/** A loan that was repaid or discharged in the year. Money in US cents. */
export interface StatementLine {
  escrowId: string;
  domain: string;
  role: Party;
  /** The other party's name in the contract. */
  otherParty: string;
  principalCents: number;
  rateBps: number;
  receivedOn: Date;
  endedOn: Date;
  outcome: 'REPAID' | 'DISCHARGED';
  /** Earned by a lender or paid by a borrower. */
  interestCents: number;
  /** The debt discharged by the domain: principal and interest on that day. */
  dischargedCents: number;
}

interface Sums {
  interestEarnedCents: number;
  interestPaidCents: number;
  /** Debt owed to the account as lender that the domain discharged. */
  dischargedAsLenderCents: number;
  /** Debt owed by the account as borrower that the domain discharged. */
  dischargedAsBorrowerCents: number;
}

export interface Statement {
  year: number;
  /** The account's name. */
  name: string;
  madeAt: Date;
  /** Sorted by the day on which each loan ended. */
  lines: readonly StatementLine[];
  sums: Sums;
}

/** Loans with another outcome, of another year or without a receipt have no line. */
export function buildStatementLines(
  loans: readonly Escrow[],
  accountId: string,
  year: number,
): StatementLine[] {
  const lines = loans.flatMap((loan) => {
    const line = buildLine(loan, loan.borrowerId === accountId ? 'BORROWER' : 'LENDER');
    return line && line.endedOn.getUTCFullYear() === year ? [line] : [];
  });
  return lines.sort(
    (a, b) => a.endedOn.getTime() - b.endedOn.getTime() || (a.escrowId < b.escrowId ? -1 : 1),
  );
}

function buildLine(loan: Escrow, role: Party): StatementLine | undefined {
  const { receipt } = loan;
  const end = receipt && findOutcome(loan, receipt);
  if (!end) return undefined;
  return {
    escrowId: loan.id,
    domain: formatDomainName(loan),
    role,
    otherParty: role === 'BORROWER' ? loan.lenderName : loan.borrowerName,
    principalCents: sumAdvancedCents(loan, end.endedOn),
    rateBps: loan.rateBps,
    receivedOn: receipt.at,
    ...end,
  };
}

type LoanOutcome = Pick<StatementLine, 'endedOn' | 'outcome' | 'interestCents' | 'dischargedCents'>;

function findOutcome(loan: Escrow, receipt: Receipt): LoanOutcome | undefined {
  const { status, finalizedAt, repaidOn, finalPayoffCents } = loan;
  if (status === 'FINALIZED_RETURN_TO_BORROWER' && repaidOn !== null && finalPayoffCents !== null) {
    const lentCents = sumAdvancedCents(loan, repaidOn);
    const interestCents = sumPaidCents(loan, receipt, repaidOn) + finalPayoffCents - lentCents;
    return { endedOn: repaidOn, outcome: 'REPAID', interestCents, dischargedCents: 0 };
  }
  if (status !== 'FINALIZED_LENDER_SEIZURE' || finalizedAt === null) return undefined;
  // Old records have no discharged amount, so it is the amount owed on that day.
  const dischargedCents = loan.dischargedCents ?? computeOwedCents(loan, receipt, finalizedAt);
  // Of what part payments brought, the part that did not lower the principal is interest.
  const lentCents = sumAdvancedCents(loan, finalizedAt);
  const repaidPrincipal = lentCents - computePrincipalCents(loan, receipt, finalizedAt);
  const interestCents = sumPaidCents(loan, receipt, finalizedAt) - repaidPrincipal;
  return { endedOn: finalizedAt, outcome: 'DISCHARGED', interestCents, dischargedCents };
}

export function sumLines(lines: readonly StatementLine[]): Sums {
  const sum = (role: Party, key: 'interestCents' | 'dischargedCents') =>
    lines.reduce((total, line) => (line.role === role ? total + line[key] : total), 0);
  return {
    interestEarnedCents: sum('LENDER', 'interestCents'),
    interestPaidCents: sum('BORROWER', 'interestCents'),
    dischargedAsLenderCents: sum('LENDER', 'dischargedCents'),
    dischargedAsBorrowerCents: sum('BORROWER', 'dischargedCents'),
  };
}
