/** The payments that counted by silence, of which an operator selects those that did not arrive. */

import { formatDay } from '../../../../format/day.ts';
import { formatMoney } from '../../../../format/money.ts';
import { Checkbox } from '../../../../ui/input/checkbox.tsx';
import type { Loan } from '../../loan-parties.ts';
import type { Payment } from '../../repayments/describe-payment.ts';

export interface RejectedPaymentsProps {
  loan: Loan;
  /** Ids of the selected payments. */
  rejected: readonly string[];
  onChange: (ids: string[]) => void;
}

/** Nothing if no payment counted so before this dispute. */
export function RejectedPayments({ loan, rejected, onChange }: RejectedPaymentsProps) {
  const payments = loan.payments.filter(({ id }) => loan.rejectablePayments.includes(id));
  if (payments.length === 0) return null;
  const select = (id: string, isRejected: boolean) =>
    onChange([...rejected.filter((one) => one !== id), ...(isRejected ? [id] : [])]);
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold">
        These payments counted because the lender did not answer. Select those that never arrived.
      </legend>
      {payments.map((payment) => (
        <Checkbox
          key={payment.id}
          label={describe(payment)}
          checked={rejected.includes(payment.id)}
          onChange={(event) => select(payment.id, event.target.checked)}
        />
      ))}
    </fieldset>
  );
}

const describe = ({ amount, date, method, reference }: Payment): string =>
  [formatMoney(amount), date && formatDay(date), method, reference].filter(Boolean).join(' · ');
