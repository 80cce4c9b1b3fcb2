/** One payment method: the amount, then the provider's page in a new window. */

import { useState } from 'react';
import * as z from 'zod/mini';
import type { DepositMethod } from '../../graph/schema.generated.ts';
import { useAction } from '../../graph/use-action.ts';
import { TextLink } from '../../ui/button/text-link.tsx';
import { Form } from '../../ui/form/form.tsx';
import { MoneyField } from '../../ui/form/money-field.tsx';
import { moneyRule } from '../../ui/form/rules.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { useCancelledPayment } from './cancelled-payment-channel.ts';
import { DepositStatus } from './deposit-status.tsx';
import { PayDocument } from './pay-card.generated.ts';
import { openPaymentWindow } from './payment-window.ts';

const schema = z.object({ amount: moneyRule() });

export interface PayCardProps {
  title: string;
  text: string;
  method: DepositMethod;
  /** "Pay with Card". */
  action: string;
}

interface StartedPayment {
  id: string;
  uri: string;
  /** Whether the payment window opened. */
  opened: boolean;
}

export function PayCard({ title, text, method, action }: PayCardProps) {
  const [pay] = useAction(PayDocument);
  const [started, setStarted] = useState<StartedPayment>();
  const startPayment = async ({ amount }: { amount: number }) => {
    const window = openPaymentWindow();
    try {
      const { startDeposit } = await pay({ amount, method });
      const { uri, transaction } = startDeposit;
      setStarted({ id: transaction.id, uri, opened: window.navigate(uri) });
    } catch (error) {
      window.close();
      throw error;
    }
  };
  return (
    <Card title={title}>
      <p className="mt-1 text-ink-2">{text}</p>
      <Form schema={schema} initial={{ amount: '' }} onSubmit={startPayment} className="mt-5">
        <MoneyField name="amount" label="Amount in USD" hint="$1 to $100,000" />
        <SubmitButton variant="outline" className="mt-5 w-full">
          {action}
        </SubmitButton>
      </Form>
      {started && <PaymentInProgress started={started} />}
    </Card>
  );
}

function PaymentInProgress({ started }: { started: StartedPayment }) {
  const { id, uri, opened } = started;
  const cancelled = useCancelledPayment() === id;
  const pending = cancelled ? (
    'The payment was cancelled. Nothing was charged.'
  ) : (
    <>
      {opened
        ? 'The payment page is open in another window. Your balance updates here once it is paid. '
        : 'Your browser blocked the payment window. '}
      <TextLink to={uri} newTab>
        Open the payment page
      </TextLink>
    </>
  );
  return (
    <div className="mt-5">
      <DepositStatus id={id} pending={pending} />
    </div>
  );
}
