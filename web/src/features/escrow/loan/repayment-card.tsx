/** What is repaid and when, in one place: the amount now, any other day's payoff, and the agreed terms with the contract. */

import { FileText } from 'lucide-react';
import { Suspense } from 'react';
import { formatUtcDay } from '../../../format/day.ts';
import { formatDays } from '../../../format/days.ts';
import { formatMoney } from '../../../format/money.ts';
import { formatRate } from '../../../format/percent.ts';
import { useNow } from '../../../graph/business-time.ts';
import { saveFile } from '../../../graph/save-file.ts';
import { Button } from '../../../ui/button/button.tsx';
import { TextLink } from '../../../ui/button/text-link.tsx';
import type { Fact } from '../../../ui/display/facts.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import { Stat } from '../../../ui/display/stat.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { useTint } from '../../../ui/display/use-tint.ts';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { Card } from '../../../ui/layout/card.tsx';
import { contractNames } from '../../../ui/loan/contract-names.ts';
import { isRefinanced } from '../legs/find-refinance.ts';
import type { Loan } from '../loan-parties.ts';
import { isClosed } from '../loan-parties.ts';
import { sumRepaid } from './counted-payments.ts';
import type { RepaymentFact } from './list-repayment-facts.ts';
import { listAgreedCosts, listRepaymentFacts } from './list-repayment-facts.ts';
import { findPresentTerm } from './present-terms.ts';

// The replay of payments is more code than the rest of the card.
const PayoffOnDay = lazyComponent(async () => (await import('./payoff-on-day.tsx')).PayoffOnDay);

/** In pixels, so that nothing below moves when it is loaded. */
const payoffHeight = 123;

const accrualTexts: Record<Loan['accrual'], string> = {
  SIMPLE_365: 'Simple interest, actual/365.',
  COMPOUND_365: 'Interest compounds daily, actual/365.',
};

export function RepaymentCard({ loan }: { loan: Loan }) {
  const now = useNow();
  const { accrual, businessStatement, contract, disclosure, knownClaims } = loan;
  const { payoff, payoffIfDenied, discharged, repaymentClaim, dueAt, signedPdfUrl } = loan;
  const shown = [payoff, payoffIfDenied, discharged, repaymentClaim, dueAt, signedPdfUrl];
  const facts = listRepaymentFacts(loan, now);
  return (
    <Card ref={useTint<HTMLElement>(JSON.stringify(shown))} title="Repayment" className="sm:p-5">
      <Figure loan={loan} now={now} />
      {facts.length > 0 && <Facts layout="list" className="mt-2" items={facts.map(toFact)} />}
      {canChooseDay(loan) && (
        <Suspense fallback={<div style={{ minHeight: payoffHeight }} />}>
          <PayoffOnDay loan={loan} />
        </Suspense>
      )}
      <h3 className="mt-4 border-t border-line pt-3 text-xs text-ink-3">{nameTerms(loan)}</h3>
      <Facts className="mt-2" items={listTerms(loan)} />
      <Facts
        layout="list"
        className="mt-2"
        items={[
          ...listAgreedCosts(loan).map(toFact),
          { label: 'Contract', value: <ContractLink loan={loan} /> },
        ]}
      />
      <p className="mt-2 text-xs text-ink-3">
        {contractNames[contract] ?? contract}. {accrualTexts[accrual]} {disclosure.security}
        {businessStatement && ` ${businessStatement}`}
        {knownClaims && ` Third-party claims stated by the borrower: ${knownClaims}`}
      </p>
    </Card>
  );
}

const toFact = ({ label, value }: RepaymentFact): Fact => ({
  label,
  value: typeof value === 'string' ? value : <Time value={value.at} as={value.as} />,
});

const listTerms = (loan: Loan): Fact[] => [
  { label: 'Amount', value: formatMoney(loan.amount) },
  { label: 'Rate', value: formatRate(loan.presentTerms.rate) },
  { label: 'Term', value: formatDays(findPresentTerm(loan)) },
];

function nameTerms(loan: Loan): string {
  const { termsChangedOn } = loan;
  if (termsChangedOn) return `Terms as amended, from ${formatUtcDay(termsChangedOn)}`;
  return isClosed(loan) ? 'As agreed' : 'Terms';
}

/** A claim names its day, so that no other one can be chosen. */
const canChooseDay = (loan: Loan): boolean =>
  !isClosed(loan) && loan.receivedAt !== null && loan.repaymentClaim === null;

/** The first figure: what is owed now, or how the debt ended. Interest accrues by UTC day. */
function Figure({ loan, now }: { loan: Loan; now: Date }) {
  const { payoff, payoffIfDenied, discharged, repaymentClaim, finalizedAt, role } = loan;
  if (isClosed(loan)) {
    const ended = formatUtcDay(finalizedAt ?? '');
    if (discharged !== null)
      return (
        <Stat
          label="Debt"
          value={formatMoney(discharged)}
          detail={`Debt settled by the domain on ${ended}`}
        />
      );
    if (payoff === null) return null;
    if (isRefinanced(loan))
      return (
        <Stat
          label="Repaid"
          value={formatMoney(sumRepaid(loan) ?? payoff)}
          detail={`Repaid by a new loan on ${ended}`}
        />
      );
    // Without a claim, it is not known whether and when the loan was repaid.
    if (repaymentClaim === null)
      return (
        <Stat label="Payoff" value={formatMoney(payoff)} detail={`Payoff when closed, ${ended}`} />
      );
    const day = repaymentClaim.date ? formatUtcDay(repaymentClaim.date) : ended;
    const repaid = sumRepaid(loan) ?? payoff;
    return <Stat label="Repaid" value={formatMoney(repaid)} detail={`Repaid on ${day}`} />;
  }
  if (payoff === null)
    return (
      <Stat
        value={formatMoney(loan.disclosure.repays)}
        detail={role === 'LENDER' ? 'You get back' : role === 'BORROWER' ? 'You repay' : 'To repay'}
      />
    );
  const claimed = repaymentClaim?.date;
  return (
    <>
      <Stat
        label="Payoff"
        value={formatMoney(payoff)}
        detail={
          claimed
            ? `If the repayment of ${formatUtcDay(claimed)} is confirmed`
            : `If repaid today, ${formatUtcDay(now.toISOString())}`
        }
      />
      {payoffIfDenied !== null && payoff > 0 && (
        <p className="mt-1 text-xs text-ink-3">
          <span className="num font-semibold text-ink-2">{formatMoney(payoffIfDenied)}</span> today
          if it is denied
        </p>
      )}
    </>
  );
}

/** Saves the sealed PDF, which needs the token; before it is sealed, a link to the signing page. */
function ContractLink({ loan }: { loan: Loan }) {
  const { signedPdfUrl, contractPath, role, borrowerContractUrl, lenderContractUrl } = loan;
  const own = role === 'BORROWER' ? borrowerContractUrl : lenderContractUrl;
  if (signedPdfUrl && contractPath)
    return (
      <Button
        size="row"
        icon={FileText}
        onClick={() => void saveFile(contractPath, `contract-${loan.domainName}.pdf`)}
      >
        Signed PDF
      </Button>
    );
  if (own && role !== 'OPERATOR')
    return (
      <TextLink to={own} newTab className="whitespace-nowrap">
        <FileText size={15} aria-hidden="true" />
        Agreement
      </TextLink>
    );
  return (
    <span className="font-normal text-ink-2">{role === 'OPERATOR' ? 'Below' : 'Not yet'}</span>
  );
}
