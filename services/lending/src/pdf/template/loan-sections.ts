/** The first sections of the contract: parties, loan, costs, interest and payments. */

import type { Accrual } from '@nameloan/loan-math/accrual';
import { dayCountTexts } from '../../loan/disclosure.ts';
import { hasInstalments } from '../../loan/plan/plan.ts';
import { bankPayment } from './bank-transfer.ts';
import { cryptoPayment } from './cryptocurrency.ts';
import { days } from './days.ts';
import { describePayee, payeeRules } from './payee.ts';
import {
  describeAllocation,
  describeInstalments,
  describeLateCosts,
  describeOtherCharges,
  describeRepays,
  describeTermEnd,
  instalmentFigures,
  listEffectiveRate,
} from './plan-clauses.ts';
import type { Block, FormattedTerms, Section } from './prose.ts';
import { bold, item, paragraph } from './prose.ts';

export function buildLoanSections(formatted: FormattedTerms): Section[] {
  return [
    buildPartiesSection(formatted),
    buildLoanSection(formatted),
    buildCostsSection(formatted),
    buildInterestSection(formatted),
    buildPayingOutSection(formatted),
    buildReceiptSection(),
    buildRepaymentSection(formatted),
  ];
}

function buildPartiesSection({ terms, drawnOn }: FormattedTerms): Section {
  return {
    title: 'The parties',
    blocks: [
      paragraph(
        'This agreement is made between ',
        bold(terms.borrowerName),
        ' (the “Borrower”), who owns the domain name described below, and ',
        bold(terms.lenderName),
        ' (the “Lender”). It was drawn up on ',
        drawnOn,
        ' from the offer that the Borrower accepted, and takes effect when both have signed it.',
      ),
      paragraph(
        'The legal address of each party stands in that party’s signature block on the Certificate of ' +
          'Signatures. The certificate is part of this agreement, although it is written after the pages before it.',
      ),
      paragraph(
        'Nameloan (the “Platform”) runs the marketplace, the escrow and the registrar account in which the ' +
          'domain name is held. It is not a party to the loan and lends no money. “Operator” means a member of ' +
          'the Platform’s staff who settles disputes.',
      ),
    ],
  };
}

function buildLoanSection(formatted: FormattedTerms): Section {
  const { terms, amount, rate, term, domain, earliestDue } = formatted;
  return {
    title: 'The loan',
    blocks: [
      paragraph(
        'The Lender lends the Borrower ',
        bold(amount),
        ' (the “Principal”) for ',
        bold(term),
        ' at ',
        bold(rate),
        ' a year, against the domain name ',
        bold(domain),
        ' (the “Domain”).',
      ),
      paragraph(
        'The term begins on the date on which the Principal is, or counts as, received under section 6 (the ' +
          `“Receipt Date”) and ends ${describeTermEnd(formatted)} (the “Due Date”). If the money arrived on ` +
          `the day on which this agreement was drawn up, the Due Date would be ${earliestDue}; each day of later ` +
          'receipt moves it by one day.',
      ),
      ...(terms.businessStatement === null
        ? []
        : [paragraph(bold('Purpose. '), terms.businessStatement)]),
      paragraph(
        'All amounts are in United States dollars. The parties’ obligations are conditional on the Domain ' +
          'arriving in the Platform’s custody as section 8 describes.',
      ),
    ],
  };
}

function buildCostsSection(formatted: FormattedTerms): Section {
  const { figures } = formatted;
  return {
    title: 'What the loan costs',
    blocks: [
      {
        kind: 'figures',
        rows: [
          ['You receive', formatted.amount],
          ['Transfer fee', formatted.transferFee],
          [describeRepays(formatted), formatted.repays],
          ['Interest in dollars', formatted.interest],
          ['Rate (a year)', formatted.rate],
          ...listCostOverTerm(formatted),
          ['APR with all costs', formatApr(figures.aprAllCostsPercent)],
          ...listEffectiveRate(formatted),
          [
            'Due date',
            `${formatted.term} after receipt; ${formatted.earliestDue} if received on ${formatted.drawnOn}`,
          ],
          ['Security', figures.security],
        ],
      },
      paragraph(describeFigures(formatted), describeOtherCharges(formatted)),
      paragraph(
        'The transfer fee is what the Platform charges for bringing the Domain into custody, as it stood when the ' +
          'Domain was listed. The Borrower pays it from the balance on the Platform, not out of the loan. Where a ' +
          'registry asks more for a premium name, nothing is taken before the Borrower has agreed to the higher ' +
          'price. Renewals of the Domain are no part of these figures; section 9 says who pays them.',
      ),
    ],
  };
}

function describeFigures({ terms }: FormattedTerms): string {
  if (hasInstalments(terms)) return instalmentFigures;
  return (
    'The figures assume repayment on the Due Date. “APR with all costs” is what the loan costs over the term, ' +
    'the transfer fee included, as a share of what is received less that fee, brought to one year: in ' +
    `proportion for terms of up to 365 days, and ${longTermAprs[terms.accrual]} for longer ones. `
  );
}

const longTermAprs: Readonly<Record<Accrual, string>> = {
  SIMPLE_365:
    'by the actuarial method, with years of 365 days as unit periods (Regulation Z, Appendix J),',
  COMPOUND_365: 'compounded',
};

/** Simple interest has no such figure: the rate over the term compounds daily. */
function listCostOverTerm({ terms, figures }: FormattedTerms): [string, string][] {
  return terms.accrual === 'SIMPLE_365'
    ? []
    : [['Cost over the term', formatPercent(figures.costOverTermPercent)]];
}

function formatApr(value: number | null): string {
  return value === null
    ? 'no rate: the transfer fee is as high as the loan or higher'
    : formatPercent(value);
}

function formatPercent(value: number): string {
  return `${value.toLocaleString('en-US', { minimumFractionDigits: 2 })}%`;
}

const owedAfterDays: Readonly<Record<Accrual, string>> = {
  SIMPLE_365:
    'The amount owed after d days without a payment is therefore Principal × (1 + yearly rate × d / 365).',
  COMPOUND_365:
    'The amount owed after d days is therefore Principal × (1 + yearly rate / 365) raised to the power of d.',
};

function buildInterestSection(formatted: FormattedTerms): Section {
  const { rate, terms } = formatted;
  const { accrual } = terms;
  return {
    title: 'Interest and day count',
    blocks: [
      paragraph(
        `Interest accrues at ${rate} a year on the Principal from the Receipt Date. ${dayCountTexts[accrual]} `,
        owedAfterDays[accrual],
      ),
      paragraph(
        'Interest stops on the day on which the Lender confirms repayment. If the Lender, an Operator or a ' +
          'settlement of both parties confirms it while a claim of repayment that the Borrower made under section 7 ' +
          `is open, interest stops on the payment date named in that claim. After the Due Date interest continues at the same rate; ${describeLateCosts(formatted)}`,
      ),
      paragraph(
        'Should any law that cannot be waived set a lower limit for interest, the rate is reduced to that limit ' +
          'and anything paid above it counts towards the Principal.',
      ),
    ],
  };
}

function buildPayingOutSection(formatted: FormattedTerms): Section {
  const { terms } = formatted;
  return {
    title: 'Paying out the loan',
    blocks: [
      paragraph(
        bold('Mark paid before you send. '),
        'Once the Domain is in custody, the Lender first marks the loan as paid on the Platform, and then sends the ' +
          'money without delay, at the latest on the next business day. Date, method and reference are named with ' +
          `the mark or within ${days.markLapse} days. Without them and without a receipt the mark then lapses, the ` +
          `Lender has ${days.refunding} more days, and the next mark needs them at once. ` +
          'Until the loan is marked as paid it can still be cancelled, and money sent earlier is sent at the ' +
          'Lender’s own risk.',
      ),
      describePayee(formatted, 'BORROWER'),
      ...payeeRules,
      ...(terms.contract === 0 ? bankPayment.payingOut : cryptoPayment.payingOut),
      paragraph(
        'A Lender who has marked the loan as paid and does not send the money may not rely on any silence of the ' +
          'Borrower, and bears the costs of bringing the Domain back.',
      ),
    ],
  };
}

function buildReceiptSection(): Section {
  return {
    title: 'Receipt and deemed receipt',
    blocks: [
      paragraph(
        'The Borrower confirms receipt on the Platform as soon as the Principal has arrived in full. A Borrower ' +
          'who marks the loan as paid confirms receipt by doing so. The moment of confirmation is the Receipt Date.',
      ),
      paragraph(
        'If the Lender has marked the loan as paid and named date, method and reference, and the Borrower neither ' +
          'confirms nor disputes receipt within ',
        bold(`${days.deemedReceipt} days`),
        ' of the last of these',
        `, during which the Platform reminds the Borrower on ${days.receiptReminders} days, the money counts as ` +
          `received at the end of the ${days.deemedReceiptEnd} day, which then is the Receipt Date. Without all three ` +
          'particulars silence has no effect. Days that a dispute interrupts are counted anew once the loan goes on.',
      ),
      paragraph(
        'Where receipt rests on silence alone, the Lender cannot seize the Domain: under section 12 an Operator ' +
          'decides that, or both parties agree on it. The Borrower may still confirm receipt later, which leaves the Receipt Date as it is.',
      ),
    ],
  };
}

/** The Platform counts part payments of every loan, also without the Lender's answer. */
function describePartPayments({ terms }: FormattedTerms): Block {
  // The clause of the schedule says what a payment counts for.
  const order =
    terms.accrual === 'SIMPLE_365' && !hasInstalments(terms)
      ? ' It pays interest first, then Principal.'
      : '';
  return paragraph(
    bold('Part payments. '),
    'The Borrower may report a part payment on the Platform by naming its day, amount, method and reference. The ' +
      'Lender confirms it, confirms the amount that arrived, or denies it with a reason. If the Lender is silent for ' +
      `${days.paymentAnswer} days, during which the Platform sends reminders, it counts as received, unless it would ` +
      'end the loan: then it is a claim of repayment. A part payment lowers what is owed from its day, even if it is ' +
      `confirmed later.${order} Accepting it waives no right of the Lender.`,
  );
}

function buildRepaymentSection(formatted: FormattedTerms): Section {
  const { terms, repays } = formatted;
  return {
    title: 'Repayment',
    blocks: [
      describeInstalments(formatted) ??
        paragraph(
          `On the Due Date the Borrower repays the Principal with interest, ${repays}, in one payment, directly to `,
          'the Lender. ',
          bold('The Borrower may repay early at any time'),
          ', without notice or penalty, and then owes interest only for the days that have passed. The Platform shows ' +
            'the amount owed on each day.',
        ),
      ...describeAllocation(formatted),
      describePartPayments(formatted),
      describePayee(formatted, 'LENDER'),
      ...(terms.contract === 0 ? bankPayment.repayment : cryptoPayment.repayment),
      item(
        'When the payment has arrived, the Lender confirms it by finalizing the loan on the Platform within three ' +
          'business days. The Domain is then released to the Borrower.',
      ),
      item(
        'The Borrower may claim repayment on the Platform by naming date, method and reference, and may withdraw ' +
          'the claim. Section 10 says which claims block a seizure.',
      ),
      item(
        'The Lender answers a claim by confirming it or by denying it with a reason. If the Lender is silent for ' +
          `${days.claimAnswer} days, the loan goes to an Operator.`,
      ),
    ],
  };
}
