/** Forms validate, submit once, keep the input on failure, and show errors next to their inputs. */

import { expect, jest, test } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as z from 'zod/mini';
import { Dialog } from '../dialog/dialog.tsx';
import { DateField } from './date-field.tsx';
import { Form } from './form.tsx';
import type { FormError } from './form-error.ts';
import { MoneyField } from './money-field.tsx';
import { PasswordField } from './password-field.tsx';
import { PercentField } from './percent-field.tsx';
import { daysRule, emailRule, moneyRule, optionalTextRule, percentRule } from './rules.ts';
import { SubmitButton } from './submit-button.tsx';
import { TextField } from './text-field.tsx';

const schema = z.object({
  amount: moneyRule(),
  rate: percentRule(),
  message: optionalTextRule(),
});

type Send = (values: z.infer<typeof schema>) => Promise<FormError | undefined>;

const sent = () => jest.fn<Send>().mockResolvedValue(undefined);

function show(onSubmit: Send) {
  return render(
    <Form schema={schema} initial={{ amount: '', rate: '', message: '' }} onSubmit={onSubmit}>
      <MoneyField name="amount" label="Loan amount" />
      <PercentField name="rate" label="Rate" />
      <TextField name="message" label="Message" />
      <SubmitButton>Make Offer</SubmitButton>
    </Form>,
  );
}

const amount = () => screen.getByLabelText('Loan amount');
const rate = () => screen.getByLabelText('Rate');
const press = () => userEvent.click(screen.getByRole('button', { name: 'Make Offer' }));

async function fill() {
  await userEvent.type(amount(), '2,500.50');
  await userEvent.type(rate(), '13.25');
}

test('typed text is submitted as cents, basis points and null', async () => {
  const send = sent();
  show(send);
  await fill();
  await press();
  expect(send).toHaveBeenCalledWith({ amount: 250_050, rate: 1325, message: null });
});

test('invalid input is not submitted: each field has its message, and the first one the focus', async () => {
  const send = sent();
  show(send);
  await userEvent.type(amount(), '2.500,00x');
  await press();
  expect(send).not.toHaveBeenCalled();
  await waitFor(() => expect(amount()).toHaveFocus());
  expect(amount()).toHaveValue('2.500,00x');
  expect(amount()).toBeInvalid();
  expect(amount()).toHaveAccessibleDescription('Invalid amount Use numbers, like 2500');
  expect(rate()).toHaveAccessibleDescription('Invalid rate Use numbers, like 12.5');
});

test('an incomplete date is not submitted as empty', async () => {
  const send = jest.fn<(values: { date: string }) => Promise<void>>(async () => undefined);
  render(
    <Form schema={z.object({ date: z.string() })} initial={{ date: '' }} onSubmit={send}>
      <DateField name="date" label="Date" />
      <SubmitButton>Mark Paid</SubmitButton>
    </Form>,
  );
  const date = screen.getByLabelText<HTMLInputElement>('Date');
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Mark Paid' }));
  const half = jest.spyOn(date, 'validity', 'get');
  half.mockReturnValue({ ...date.validity, badInput: true });
  await submit();
  expect(date).toHaveAccessibleDescription('Enter the whole date, or clear it');
  await waitFor(() => expect(date).toHaveFocus());
  expect(send).not.toHaveBeenCalled();
  half.mockRestore();
  await submit();
  expect(send).toHaveBeenCalledWith({ date: '' });
  expect(date).toBeValid();
});

test('an error stays until its field is edited, then the hint returns', async () => {
  show(sent());
  await press();
  await userEvent.type(rate(), '1');
  expect(rate()).toHaveAccessibleDescription('0 to 100');
  expect(amount()).toBeInvalid();
  await userEvent.type(rate(), '{Backspace}');
  expect(rate()).toBeValid();
});

test('server errors are shown next to their inputs, and the text is kept', async () => {
  const send = sent().mockResolvedValue({
    message: 'The terms are out of bounds',
    fields: { rate: 'At most 60 percent', amount: 'At least 100 dollars' },
  });
  show(send);
  await fill();
  await press();
  expect(await screen.findByText('At most 60 percent')).toBeVisible();
  await waitFor(() => expect(amount()).toHaveFocus());
  expect(amount()).toHaveValue('2,500.50');
  expect(screen.getByRole('alert')).toBeEmptyDOMElement();
  await press();
  expect(send).toHaveBeenCalledTimes(2);
});

test('an error without an input is shown on top and disappears with the next attempt', async () => {
  const send = sent()
    .mockResolvedValueOnce({ message: 'Rejected', fields: { term: 'At most 1,095 days' } })
    .mockResolvedValueOnce(undefined);
  show(send);
  await fill();
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('RejectedAt most 1,095 days');
  await press();
  await waitFor(() => expect(screen.getByRole('alert')).toBeEmptyDOMElement());
});

test('thrown errors are shown like returned ones, and an error without a message gets ours', async () => {
  const send = sent()
    .mockRejectedValueOnce(new Error('Lending isn’t responding.'))
    .mockRejectedValueOnce(undefined);
  show(send);
  await fill();
  await press();
  expect(await screen.findByRole('alert')).toHaveTextContent('Lending isn’t responding.');
  await press();
  await waitFor(() =>
    expect(screen.getByRole('alert')).toHaveTextContent('An unexpected error has occurred..'),
  );
});

test('a double click submits once', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const send = sent().mockReturnValue(promise);
  show(send);
  await fill();
  const button = screen.getByRole('button', { name: 'Make Offer' });
  act(() => {
    button.click();
    button.click();
  });
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  await userEvent.type(amount(), '{Enter}');
  expect(send).toHaveBeenCalledTimes(1);
  act(() => resolve(undefined));
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled'));
});

test('a dialog stays open while its form is submitting', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const close = jest.fn();
  render(
    <Dialog title="Make Offer" onClose={close}>
      <Form schema={z.object({})} initial={{}} onSubmit={() => promise}>
        <SubmitButton>Send</SubmitButton>
      </Form>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Make Offer' });
  const pressEscape = () => dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  pressEscape();
  expect(close).not.toHaveBeenCalled();
  act(() => resolve(undefined));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-disabled'),
  );
  await waitFor(() => {
    pressEscape();
    expect(close).toHaveBeenCalledTimes(1);
  });
});

test('a password can be shown and hidden', async () => {
  render(
    <Form
      schema={z.object({ password: z.string() })}
      initial={{ password: '' }}
      onSubmit={async () => {}}
    >
      <PasswordField name="password" label="Password" autoComplete="current-password" />
    </Form>,
  );
  const input = screen.getByLabelText('Password');
  await userEvent.type(input, 'secret');
  expect(input).toHaveAttribute('type', 'password');
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }));
  expect(input).toHaveAttribute('type', 'text');
  expect(input).toHaveValue('secret');
});

test.each([
  ['ada@demo.nameloan.example', true],
  [' ada@demo.example ', true],
  ['ada', false],
  ['ada@demo', false],
  ['ada@@demo.example', false],
  ['@demo.example', false],
  ['', false],
])('the email %j is valid: %s', (text, valid) => {
  expect(z.safeParse(emailRule(), text).success).toBe(valid);
});

test.each(['0.5', '', '-1', 'soon'])('%j is not a term', (text) => {
  const { error } = z.safeParse(daysRule(), text);
  expect(error?.issues[0]?.message).toBe('Invalid term');
});
