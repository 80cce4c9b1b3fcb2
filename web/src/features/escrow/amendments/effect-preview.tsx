/** What an amendment would cost and leave, by the server's replay of the loan. */

import { formatDay } from '../../../format/day.ts';
import { formatMoney } from '../../../format/money.ts';
import type { AmendmentKind, AmendmentTermsInput } from '../../../graph/schema.generated.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Facts } from '../../../ui/display/facts.tsx';
import type { Loan } from '../loan-parties.ts';
import { AmendmentPreviewDocument } from './amendments.generated.ts';

/** The terms of a proposal; money in US cents. */
export interface Draft {
  kind: AmendmentKind;
  terms: AmendmentTermsInput;
  fee: number;
}

export interface EffectPreviewProps {
  escrowId: string;
  role: Loan['role'];
  /** Undefined while the terms are incomplete. */
  draft: Draft | undefined;
}

export function EffectPreview({ escrowId, role, draft }: EffectPreviewProps) {
  const { data, problem } = usePageQuery(
    AmendmentPreviewDocument,
    draft ? { escrowId, ...draft, terms: readTerms(draft.terms) } : null,
  );
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
            { label: `${owes} on ${formatDay(preview.on)}`, value: formatMoney(preview.payoff) },
            {
              label: `Without it, on ${formatDay(preview.presentOn)}`,
              value: formatMoney(preview.presentPayoff),
            },
            ...(preview.amountDue === null
              ? []
              : [
                  {
                    label: 'Paid with the change, if agreed today',
                    value: formatMoney(preview.amountDue),
                  },
                ]),
          ]}
        />
      )}
    </output>
  );
}

/** The input has no field that only the output has. */
const readTerms = ({ due, rate, lateFees, defaultInterest, interest }: AmendmentTermsInput) => ({
  due,
  rate,
  lateFees,
  defaultInterest,
  interest,
});
