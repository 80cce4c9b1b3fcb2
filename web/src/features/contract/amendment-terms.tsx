/** The terms that an amendment changes, ahead of its full text, and the hashes that chain it to the document before it. */

import { formatDay } from '../../format/day.ts';
import { formatMoney } from '../../format/money.ts';
import { formatRate } from '../../format/percent.ts';
import { TextLink } from '../../ui/button/text-link.tsx';
import { Code } from '../../ui/display/code.tsx';
import type { Fact } from '../../ui/display/facts.tsx';
import { Facts } from '../../ui/display/facts.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { compareRemaining } from '../../ui/loan/compare-remaining.ts';
import { describePlanTerms, listAllLateTerms } from '../../ui/plan/describe-plan-terms.ts';
import type { SigningPageFragment } from './contract-page.generated.ts';

type SignedAmendment = NonNullable<SigningPageFragment['amendment']>;

export interface AmendmentTermsProps {
  contract: SigningPageFragment;
  amendment: SignedAmendment;
}

function listTerms(
  { borrowerName, lenderName, plan: contractPlan }: SigningPageFragment,
  { kind, terms, fee, amountDue, payer, remaining, presentRemaining }: SignedAmendment,
): Fact[] {
  const { amount, due, rate, lateFees, defaultInterest, interest } = terms;
  const plan = describePlanTerms(terms);
  const isOnce = contractPlan === 'BULLET' || terms.plan === 'BULLET';
  return [
    ...(plan === undefined
      ? []
      : [{ label: 'Repaid by', value: plan }, ...listAllLateTerms(terms)]),
    ...(amount === null
      ? []
      : [
          {
            label: kind === 'PRINCIPAL_UP' ? 'Principal raised by' : 'Principal lowered by',
            value: formatMoney(amount),
          },
        ]),
    ...(due === null
      ? []
      : [{ label: isOnce ? 'New due date' : 'New last payment', value: formatDay(due) }]),
    ...(rate === null ? [] : [{ label: 'New yearly rate', value: formatRate(rate) }]),
    ...(lateFees ? [{ label: 'Late fees waived, up to', value: formatMoney(lateFees) }] : []),
    ...(defaultInterest
      ? [{ label: 'Default interest waived, up to', value: formatMoney(defaultInterest) }]
      : []),
    {
      label: 'Interest to date',
      value: interest === 'PAY' ? 'Paid with the change' : 'Stays due',
    },
    ...(fee > 0 ? [{ label: 'Fee', value: formatMoney(fee) }] : []),
    ...(amountDue === null
      ? []
      : [
          {
            label: `Paid by ${payer === 'LENDER' ? lenderName : borrowerName} with the change`,
            value: formatMoney(amountDue),
          },
        ]),
    // Only for the parties.
    ...(remaining && presentRemaining
      ? compareRemaining(
          { present: presentRemaining, changed: remaining },
          'Paid in all from the agreement on',
        )
      : []),
    { label: 'Borrower', value: borrowerName },
    { label: 'Lender', value: lenderName },
  ];
}

export function AmendmentTerms({ contract, amendment }: AmendmentTermsProps) {
  return (
    <Card title="What changes">
      <p className="text-xs text-ink-3">{contract.contractName}</p>
      <Facts layout="list" items={listTerms(contract, amendment)} className="mt-2" />
      <p className="mt-2 border-t border-line pt-3 text-xs text-ink-2">
        All other terms of the contract and of its earlier amendments stay as they are.
      </p>
      <p className="mt-4 text-xs text-ink-3">
        SHA-256 of the text to sign: <Code>{contract.sha256}</Code>
      </p>
      {amendment.parentSha256 !== null && (
        <p className="mt-2 text-xs text-ink-3">
          It changes the document with SHA-256 <Code>{amendment.parentSha256}</Code>
        </p>
      )}
      <TextLink to="/verify-contract" className="mt-3 text-xs">
        Check a contract
      </TextLink>
    </Card>
  );
}
