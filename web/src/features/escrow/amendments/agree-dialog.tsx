/** The other party agrees to a proposed amendment after a summary of what it means. */

import * as z from 'zod/mini';
import type { AmendmentTermsInput } from '../../../graph/schema.generated.ts';
import type { Fact } from '../../../ui/display/facts.tsx';
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx';
import { FormDialog } from '../action/form-dialog.tsx';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { usePaymentAction } from '../repayments/use-payment-action.ts';
import { AgreeToAmendmentDocument } from './amendments.generated.ts';
import { describeInterest, describeMoney, listTermChanges } from './describe-amendment.ts';
import type { AmendmentDialogProps } from './dialog-props.ts';
import type { Amendment } from './find-amendment.ts';
import { EffectPreview } from './proposal/effect-preview.tsx';

const schema = z.object({
  agreed: z.boolean().check(z.refine((ticked) => ticked, 'Tick the box to agree.')),
});

const listFacts = (loan: Loan, amendment: Amendment): Fact[] =>
  listTermChanges(loan, amendment).map(({ label, present, changed }) => ({
    label,
    value: `${present} → ${changed}`,
  }));

/** The input has no name of a type. */
const toInput = ({ rows, ...terms }: Amendment['terms']): AmendmentTermsInput => {
  const { amount, due, rate, lateFees, defaultInterest, interest } = terms;
  const { plan, period, instalments, balloonOf } = terms;
  const { early, lateFee, lateFeeCap, defaultRate } = terms;
  return {
    ...{ amount, due, rate, lateFees, defaultInterest, interest },
    ...{ plan, period, balloonOf, instalments: plan === 'CUSTOM' ? null : instalments },
    ...{ early, lateFee, lateFeeCap, defaultRate },
    rows: rows?.map(({ day, amount }) => ({ day, amount })) ?? null,
  };
};

export function AgreeDialog({ loan, amendment, onClose }: AmendmentDialogProps) {
  const run = usePaymentAction(AgreeToAmendmentDocument, onClose);
  const { id, role, lenderName, unicodeName } = loan;
  const { n, kind, terms, fee } = amendment;
  const lender = role === 'LENDER' ? 'you' : getFirstName(lenderName);
  const hasMoney = fee > 0 || terms.amount !== null || terms.interest === 'PAY';
  const paid = hasMoney ? ', and the money is confirmed within 10' : '';
  return (
    <FormDialog
      title={`Agree to amendment ${n}?`}
      domain={unicodeName}
      facts={listFacts(loan, amendment)}
      effect={`Both of you sign these terms within 3 days${paid}, or they lapse. Until then ${lender} can’t take the domain.`}
      action="Agree"
      schema={schema}
      initial={{ agreed: false }}
      onSubmit={() => run({ id, n }, 'Agreed; both of you sign now')}
      onClose={onClose}
    >
      <EffectPreview loan={loan} draft={{ kind, terms: toInput(terms), fee }} />
      <p className="mt-3 text-xs text-ink-2">
        {describeInterest(loan, amendment)} {describeMoney(loan, amendment)}
      </p>
      <CheckboxField name="agreed" label="I agree to these terms" className="mt-2" />
    </FormDialog>
  );
}
