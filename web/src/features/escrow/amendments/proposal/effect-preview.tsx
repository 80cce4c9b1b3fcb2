/** What an amendment would cost and leave, by the server's replay of the loan. */

import { formatDay } from '../../../../format/day.ts';
import { formatMoney } from '../../../../format/money.ts';
import type { AmendmentKind, AmendmentTermsInput } from '../../../../graph/schema.generated.ts';
import { usePageQuery } from '../../../../graph/use-page-query.ts';
import type { Fact } from '../../../../ui/display/facts.tsx';
import { Facts } from '../../../../ui/display/facts.tsx';
import { compareRemaining } from '../../../../ui/loan/compare-remaining.ts';
import type { Loan } from '../../loan-parties.ts';
import { useRefetchOnChange } from '../../use-refetch-on-change.ts';
import { AmendmentPreviewDocument } from '../amendments.generated.ts';

/** The terms of a proposal; money in US cents. */
export interface Draft {
  kind: AmendmentKind;
  terms: AmendmentTermsInput;
  fee: number;
}

export interface EffectPreviewProps {
  loan: Loan;
  /** Undefined while the terms are incomplete. */
  draft: Draft | undefined;
}

export function EffectPreview({ loan, draft }: EffectPreviewProps) {
  const { id: escrowId, role } = loan;
  const query = usePageQuery(AmendmentPreviewDocument, draft ? { escrowId, ...draft } : null);
  useRefetchOnChange(loan, query);
  const { data, problem } = query;
  const preview = data?.amendmentPreview;
  const owes = role === 'BORROWER' ? 'You owe' : 'Owed';
  return (
    <output aria-label="Effect" className="mt-4 block min-h-6 text-xs">
      {!draft && <span className="text-ink-3">Enter the terms to see what is owed.</span>}
      {draft && problem && !preview && <span className="text-ink-2">{problem.message}</span>}
      {draft && preview && (
        <Facts
          layout="list"
          lead
          items={[
            ...compareRemaining(
              { present: preview.presentRemaining, changed: preview.remaining },
              role === 'BORROWER' ? 'You pay in all from today' : 'Paid in all from today',
            ),
            describeDebt(owes, preview.nextDue, { on: preview.on, payoff: preview.payoff }),
            describeDebt('Without it,', preview.presentNextDue, {
              on: preview.presentOn,
              payoff: preview.presentPayoff,
            }),
            ...(preview.amountDue === null
              ? []
              : [
                  {
                    label: `Paid${draft.kind === 'PRINCIPAL_UP' ? ' by the lender' : ''} with the change, if agreed today`,
                    value: formatMoney(preview.amountDue),
                  },
                ]),
          ]}
        />
      )}
    </output>
  );
}

type NextDue = { date: string; amount: number } | null;

/** The next payment of a loan with instalments; of another one what is owed at its end. */
function describeDebt(
  before: string,
  next: NextDue,
  { on, payoff }: { on: string; payoff: number },
): Fact {
  return next
    ? { label: `${before} next on ${formatDay(next.date)}`, value: formatMoney(next.amount) }
    : { label: `${before} on ${formatDay(on)}`, value: formatMoney(payoff) };
}
