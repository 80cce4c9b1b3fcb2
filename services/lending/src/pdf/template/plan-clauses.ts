/** The clauses of a loan with instalments, late fee or default rate, and its schedule. Other loans print none of them. */

import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents, formatRate } from '@nameloan/contracts/money';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import { hasExtras, hasInstalments, readPlan } from '../../loan/plan/plan.ts';
import { calculatePlanCosts } from '../../loan/plan/plan-costs.ts';
import { days } from './days.ts';
import type { Block, FormattedTerms, Section } from './prose.ts';
import { bold, paragraph } from './prose.ts';

const dollars = (cents: number): string => `US ${formatCents(cents)}`;

/** How the loan is repaid; null: in one payment. */
export function describeInstalments({ terms, repays }: FormattedTerms): Block | null {
  if (!hasInstalments(terms)) return null;
  const { instalments } = readPlan(terms);
  return paragraph(
    bold(instalments === 1 ? 'One payment. ' : `${instalments} payments. `),
    `The Borrower repays the Principal with interest, ${repays} if each payment is made on its day, by the schedule in ` +
      'the last section, directly to the Lender. The days of the schedule count from the Receipt Date. The last of ' +
      'them is the Due Date, and the last payment is whatever is owed on the day on which it is made: less if payments ' +
      'came early, more if they came late. ',
    bold('The Borrower may repay early at any time'),
    ', in whole or in part, without notice or penalty, and then owes interest only for the days that have passed.',
  );
}

/** How payments are allocated, and which payment of the schedule they count for. */
export function describeAllocation({ terms }: FormattedTerms): Block[] {
  if (!hasInstalments(terms)) return [];
  const { early } = readPlan(terms);
  const rest =
    early === 'KEEP_AMOUNT'
      ? 'the later payments keep their amounts, and the loan ends sooner'
      : 'the later payments keep their days, and their amounts are computed again';
  return [
    paragraph(
      bold('Allocation. '),
      'A payment counts towards late fees, then default interest, then interest, then Principal. It counts for the ' +
        'payments of the schedule that are due, oldest first; then for the next one, if it is made at most ten days ' +
        'before that is due or has exactly its amount. Any other part payment lowers the Principal from its day: ' +
        `${rest}. Payments count by the day on which they are made, even if they are confirmed later.`,
    ),
  ];
}

/** A term of months does not always have the same number of days. */
export function describeTermEnd({ terms }: FormattedTerms): string {
  return hasInstalments(terms)
    ? 'with the last payment of the schedule in the last section'
    : 'the stated number of days later';
}

/** The label of the sum of all payments. */
export function describeRepays({ terms }: FormattedTerms): string {
  return hasInstalments(terms) ? 'You repay in all' : 'You repay at the end of the term';
}

export const instalmentFigures =
  'The figures assume that each payment is made on its day. “APR with all costs” is the nominal yearly rate of all ' +
  'payments against what is received less the transfer fee, by the actuarial method (Regulation Z, Appendix J). The ' +
  '“effective yearly rate” is the same by the method of directive 2008/48/EC, Annex I. ';

/** Loans with instalments print both rates. */
export function listEffectiveRate({ terms, figures }: FormattedTerms): [string, string][] {
  const rate = figures.aprEffectivePercent;
  if (!hasInstalments(terms) || rate === null) return [];
  const percent = rate.toLocaleString('en-US', { minimumFractionDigits: 2 });
  return [['Effective yearly rate', `${percent}%`]];
}

export function describeOtherCharges({ terms }: FormattedTerms): string {
  const end = 'any fee, charge or penalty beyond these figures';
  return hasExtras(readPlan(terms))
    ? `Except for the costs of late payment in section 4, neither party owes the other ${end}.`
    : `Neither party owes the other ${end}.`;
}

/** The costs of a late payment beyond interest. */
export function describeLateCosts({ terms }: FormattedTerms): string {
  const plan = readPlan(terms);
  if (!hasExtras(plan)) return 'there is no default rate and no late fee.';
  const sentences = [describeLateFee(plan), describeDefaultRate(plan)].filter(
    (one) => one !== null,
  );
  return `a late payment costs more. ${sentences.join(' ')}`;
}

function describeLateFee({ lateFeeBps, lateFeeCapCents }: PlanTerms): string | null {
  if (lateFeeBps === 0) return null;
  const cap = lateFeeCapCents === null ? '' : `, at most ${dollars(lateFeeCapCents)}`;
  return `A payment that is seven days overdue costs a late fee of ${formatRate(lateFeeBps)} of that payment${cap}, once.`;
}

function describeDefaultRate({ defaultRateBps }: PlanTerms): string | null {
  if (defaultRateBps === 0) return null;
  return (
    `From the day after a payment is due until it is paid, its unpaid Principal bears ${formatRate(defaultRateBps)} a ` +
    'year in addition to the rate. Interest, default interest and late fees bear no interest.'
  );
}

/** Default, cure and acceleration of single payments. */
export function describeInstalmentDefault({ terms }: FormattedTerms): Block[] {
  if (!hasInstalments(terms)) return [];
  return [
    paragraph(
      bold('Missed payments. '),
      'Each payment of the schedule has its own notice of default and its own grace, counted as above from the day of the ' +
        'oldest payment that is not made. The Borrower cures the default by paying what is overdue, with late fees ' +
        'and default interest; once that payment is confirmed or counts, the loan is in order again. A reported payment of ' +
        'the whole overdue amount blocks a seizure as a claim of repayment does.',
    ),
    paragraph(
      bold('Acceleration. '),
      'If the missed payment is not the last one, and no other was missed within the twelve months before its day, ' +
        'the Lender cannot take the Domain after grace at once. The Lender may then declare on the Platform, in a ' +
        `written notice to the Borrower, that everything owed is due, and may take the Domain ${days.acceleration} ` +
        'days later. Until it is taken the Borrower may always end the loan by paying everything owed. Part payments ' +
        'after the declaration are recorded and lower the debt, but do not stop it; accepting them is no waiver.',
    ),
  ];
}

/** The last section; null for a loan repaid in one payment. */
export function buildScheduleSection({ terms, drawnOn }: FormattedTerms): Section | null {
  if (!hasInstalments(terms)) return null;
  const { rows } = calculatePlanCosts(terms, terms.drawnAt);
  return {
    title: 'Schedule of payments',
    blocks: [
      paragraph(
        `These are the payments if the money is received on ${drawnOn}. Each day of later receipt moves them by one ` +
          'day; payments by the month fall on the day of the month of the Receipt Date, or on the last day of a shorter ' +
          'month. The Platform shows the schedule that counts from the Receipt Date.',
      ),
      {
        kind: 'rows',
        rows: rows.map((row): [string, string] => [
          `${row.n}. ${formatDate(row.due)}`,
          `${dollars(row.paymentCents)}: interest ${formatCents(row.interestCents)} for ${row.days} days, Principal ` +
            `${formatCents(row.principalCents)}, then left ${formatCents(row.balanceCents)}`,
        ]),
      },
    ],
  };
}
