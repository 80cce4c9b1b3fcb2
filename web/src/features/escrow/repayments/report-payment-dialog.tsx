/** The borrower reports a payment: a part of the debt, or all of it. */

import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { formatMoney } from '../../../format/money.ts';
import { parseMoney } from '../../../format/parse-money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import { MoneyField } from '../../../ui/form/money-field.tsx';
import { moneyRule } from '../../../ui/form/rules.ts';
import { FileDrop } from '../../../ui/input/file-drop.tsx';
import { FormDialog } from '../action/form-dialog.tsx';
import { PayeeHint } from '../action/payment/payee-hint.tsx';
import { PaymentFields, paymentClaimSchema } from '../action/payment-fields.tsx';
import { evidenceTypes, sendEvidence } from '../evidence/send-evidence.ts';
import { findInstalment } from '../instalment.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import { ReportPaymentDocument } from './repayments.generated.ts';
import { usePaymentAction } from './use-payment-action.ts';

interface PaymentValues {
  amount: number;
  date: string;
  method: string;
  reference: string;
}

/** What is due now: all that is overdue, or the next instalment. Empty for a loan with one payment. */
function suggestAmount(loan: Loan): string {
  const instalment = findInstalment(loan);
  if (!instalment) return '';
  return `${(loan.cureAmount || instalment.amount) / 100}`;
}

/** Reported here, the agreed money of an amendment would be a repayment. */
function describeAmendmentMoney({ amendments }: Loan): string {
  const amendment = amendments.find(({ status }) => status === 'AWAITING_MONEY');
  if (!amendment) return '';
  return ` It doesn’t pay for amendment ${amendment.n}: report that money under Amendments.`;
}

export function ReportPaymentDialog({ loan, onClose }: { loan: Loan; onClose: () => void }) {
  const run = usePaymentAction(ReportPaymentDocument, onClose);
  const { id, payoff, payoffIfDenied, receivedAt, lenderName, unicodeName } = loan;
  const days = { from: receivedAt?.slice(0, 10), to: businessToday() };
  const lender = getFirstName(lenderName);
  const owed = payoffIfDenied ?? payoff;
  const [file, setFile] = useState<File>();
  const sent = useRef<string>(undefined);
  const choose = (chosen: File) => {
    sent.current = undefined;
    setFile(chosen);
  };
  // A report that is corrected and sent again keeps its uploaded file.
  const send = async (payment: PaymentValues) => {
    if (file && sent.current === undefined) {
      const result = await sendEvidence(id, file);
      if (result.error !== undefined) throw new Error(result.error);
      sent.current = result.id;
    }
    const evidenceIds = sent.current === undefined ? null : [sent.current];
    await run({ id, ...payment, evidenceIds }, 'Payment reported');
  };
  return (
    <FormDialog
      title="Report a payment"
      domain={unicodeName}
      facts={[{ label: 'Payoff today', value: owed === null ? '–' : formatMoney(owed) }]}
      before={`Send the money first: this only reports it to ${lender}.`}
      effect={`Asks ${lender} to confirm it. After 10 days without an answer it counts. A payment of the whole payoff claims repayment instead.${describeAmendmentMoney(loan)}`}
      action="Report Payment"
      schema={z.extend(paymentClaimSchema(days), { amount: moneyRule() })}
      initial={{ amount: suggestAmount(loan), date: days.to, method: '', reference: '' }}
      onSubmit={(payment) => send(payment)}
      onClose={onClose}
    >
      <PayeeHint loan={loan} />
      <div className="mb-4">
        <MoneyField name="amount" label="Amount" />
        {owed !== null && <OverpaymentNote owed={owed} lender={lender} />}
      </div>
      <PaymentFields days={days} />
      <div className="mt-4">
        <FileDrop
          label={file ? file.name : 'Choose a file or drop it here'}
          hint="Evidence (optional): PDF, PNG, JPEG or text, up to 5 MB"
          types={evidenceTypes}
          onFile={choose}
        />
      </div>
    </FormDialog>
  );
}

interface OverpaymentNoteProps {
  /** Cents, of today: of an earlier day it is not more. */
  owed: number;
  lender: string;
}

/** Warns of an amount that is more than all that is owed. */
function OverpaymentNote({ owed, lender }: OverpaymentNoteProps) {
  const { amount = '' } = useWatch<{ amount: string }>();
  const more = (parseMoney(amount) ?? 0) - owed;
  return (
    <p role="status" className="mt-1.5 text-xs text-amber">
      {more > 0 &&
        `This is ${formatMoney(more)} more than today’s payoff. ${lender} would owe it back to you.`}
    </p>
  );
}
