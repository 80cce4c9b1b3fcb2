/** The signing page before, during and after signing. */

import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { storeTokens } from '../../session/tokens.ts';
import type { Replies, Reply } from '../../testing/render-screen.tsx';
import { renderScreen, replyWithError } from '../../testing/render-screen.tsx';
import { monthlyPayments, onePayment } from '../../testing/sample-plans.ts';
import { ContractPage } from './contract-page.tsx';

const contract = {
  __typename: 'Contract',
  ...onePayment,
  id: 'c1',
  escrowId: 'e1',
  party: 'BORROWER',
  mine: true,
  borrowerName: 'Ada Park',
  lenderName: 'Lin Okafor',
  domainName: 'harborline.com',
  unicodeName: 'harborline.com',
  amount: 1_250_000,
  term: 90,
  rate: 1_450,
  contractName: 'Standard Agreement (Bank Transfer)',
  disclosure: {
    __typename: 'Disclosure',
    receives: 1_250_000,
    transferFee: 1_200,
    repays: 1_295_491,
    interest: 45_491,
    costOverTermPercent: 3.64,
    aprAllCostsPercent: 15.16,
    termDays: 90,
    security: 'A security interest in the domain name.',
  },
  businessStatement: null,
  knownClaims: null,
  status: 'PENDING_SIGNATURE',
  borrowerSignedAt: null as string | null,
  lenderSignedAt: null as string | null,
  sha256: 'abc',
  sealed: false,
  consentText: 'I have read it and agree.',
  addressNeeded: false,
  addressDiffers: null as boolean | null,
  signedAddress: null as object | null,
  pdfPath: '/api/contracts/t/pdf',
};

const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');
const signIn = () =>
  storeTokens({
    accessToken: `x.${encode({ sub: 'lin', exp: 9_999_999_999 })}.x`,
    refreshToken: 'refresh',
  });
const open = (given: object, answers: Replies = {}) =>
  renderScreen({
    at: '/contracts/t',
    screens: { '/contracts/:token': <ContractPage /> },
    answers: { ContractPage: { data: { contract: given } } as Reply, ...answers },
  });
const sign = () => userEvent.click(screen.getByRole('button', { name: 'Sign Now' }));
const at = '2026-11-22T10:00:00.000Z';

beforeEach(() => {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
});

test('the agreement is shown in a frame, or as a link if the browser shows no PDFs', async () => {
  open(contract);
  const frame = await screen.findByTitle('Lending agreement on harborline.com');
  expect(frame).toHaveAttribute('src', '/api/contracts/t/pdf#navpanes=0&view=FitH');
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true });
  open({ ...contract, id: 'c2' });
  const link = await screen.findAllByRole('link', { name: /Open PDF/ });
  expect(link.at(-1)).toHaveAttribute('href', '/api/contracts/t/pdf');
});

test('signing needs consent and a name; then the page says what is next', async () => {
  const signed = { ...contract, borrowerSignedAt: at };
  const { sent } = open(contract, {
    SignContract: {
      data: {
        signContract: {
          __typename: 'SigningResult',
          signedAt: at,
          next: 'Waiting for Lin Okafor to sign.',
          contract: signed,
        },
      },
    } as Reply,
  });
  await screen.findByText(/You sign as Ada Park, the borrower/);
  await sign();
  expect(await screen.findByText('Tick the box to consent.')).toBeVisible();
  expect(screen.getByText('Type your name')).toBeVisible();
  expect(sent.some(({ name }) => name === 'SignContract')).toBe(false);
  await userEvent.click(screen.getByLabelText('I have read it and agree.'));
  await userEvent.type(screen.getByLabelText('Your name'), 'ada park');
  await sign();
  const card = await screen.findByRole('region', { name: 'You have signed' });
  expect(within(card).getByText('Waiting for Lin Okafor to sign.')).toBeVisible();
  expect(within(card).getByRole('link', { name: 'Go to the loan' })).toHaveAttribute(
    'href',
    '/app/escrow/e1',
  );
  expect(sent.at(-1)?.variables).toEqual({
    token: 't',
    sha256: contract.sha256,
    name: 'ada park',
    consent: true,
  });
});

test('a visitor and another account read the agreement, but cannot sign it', async () => {
  open({ ...contract, mine: false });
  const login = await screen.findByRole('link', { name: 'Log in to sign' });
  expect(login).toHaveAttribute('href', '/login?next=%2Fcontracts%2Ft');
  expect(screen.queryByRole('button', { name: 'Sign Now' })).toBeNull();
  signIn();
  open({ ...contract, mine: false, id: 'c4' });
  expect(await screen.findByText(/You’re logged in to another account/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign Now' })).toBeNull();
});

test('a sealed contract asks a visitor to log in', async () => {
  renderScreen({
    at: '/contracts/t',
    screens: { '/contracts/:token': <ContractPage /> },
    answers: { ContractPage: replyWithError('UNAUTHENTICATED', 'Log in to read it.') },
  });
  const login = await screen.findByRole('link', { name: 'Log in to read' });
  expect(login).toHaveAttribute('href', '/login?next=%2Fcontracts%2Ft');
});

test('a missing address is required, and a server error shows at its field', async () => {
  const sentence = 'There is no such country.';
  const { sent } = open(
    { ...contract, addressNeeded: true },
    {
      SignContract: replyWithError('INVALID_INPUT', sentence, {
        fields: { 'address.country': sentence },
      }),
    },
  );
  await userEvent.click(await screen.findByLabelText('I have read it and agree.'));
  await userEvent.type(screen.getByLabelText('Your name'), 'Ada Park');
  await sign();
  expect(await screen.findByText('Enter the city')).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveFocus());
  await userEvent.type(screen.getByLabelText('Address'), '1 Quay');
  await userEvent.type(screen.getByLabelText('City'), 'Bristol');
  await userEvent.selectOptions(screen.getByLabelText('Country'), 'United States');
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Oregon');
  await sign();
  expect(await screen.findByText(sentence)).toBeVisible();
  await waitFor(() => expect(screen.getByLabelText('Country')).toHaveFocus());
  expect(sent.at(-1)?.variables.address).toEqual({
    address1: '1 Quay',
    address2: '',
    city: 'Bristol',
    zip: '',
    country: 'US',
    subdivision: 'US-OR',
  });
});

test('a sealed contract shows its sealed file; a cancelled one cannot be signed', async () => {
  open({ ...contract, borrowerSignedAt: at, lenderSignedAt: at, sealed: true, status: 'NEW' });
  expect(await screen.findByRole('region', { name: 'Signed and sealed' })).toBeVisible();
  open({ ...contract, id: 'c3', status: 'CANCELLED' });
  expect(await screen.findByRole('region', { name: 'Nothing to sign' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Sign Now' })).toBeNull();
});

test('a signed address that differs from the account’s can be saved to it', async () => {
  const signedAddress = {
    __typename: 'LegalAddress',
    address1: '1 Quay',
    address2: '',
    city: 'Bristol',
    zip: 'BS1',
    country: 'Canada',
    countryCode: 'CA',
    subdivision: 'CA-QC',
  };
  const { sent } = open(
    { ...contract, borrowerSignedAt: at, addressDiffers: true, signedAddress },
    {
      SaveSignedAddress: {
        data: { updateProfile: { ...signedAddress, __typename: 'User', id: 'u1' } },
      } as Reply,
    },
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Save to my account' }));
  expect(await screen.findByText('Profile saved')).toBeVisible();
  const { __typename, countryCode: country, ...lines } = signedAddress;
  expect(sent.find(({ name }) => name === 'SaveSignedAddress')?.variables).toEqual({
    input: { ...lines, country },
  });
});

test('an unknown link shows the 404 page', async () => {
  renderScreen({
    at: '/contracts/x',
    screens: { '/contracts/:token': <ContractPage /> },
    answers: { ContractPage: replyWithError('NOT_FOUND', 'There is no such contract.') },
  });
  expect(await screen.findByText("It's over")).toBeVisible();
});

const left = { __typename: 'RemainingPayments' };
const amendment = {
  ...{ n: 2, kind: 'EXTEND', status: 'AGREED', fee: 10_000, amountDue: 36_301, payer: 'BORROWER' },
  terms: { __typename: 'AmendmentTerms', due: '2027-06-09', rate: 1_500, interest: 'PAY' },
  parentSha256: 'parent-hash',
  remaining: { ...left, count: 16, lastOn: '2027-06-09', total: 52_812 },
  presentRemaining: { ...left, count: 12, lastOn: '2027-02-09', total: 47_700 },
};
const amended = { ...contract, status: 'LOAN_POSTED', amendment };

test('an amendment of a running loan is signed on its page, which has its number, changes and parent', async () => {
  open(amended);
  expect(await screen.findByRole('heading', { level: 1, name: 'Amendment 2' })).toBeVisible();
  expect(screen.getByTitle('Amendment 2 on harborline.com')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Sign Now' })).toBeVisible();
  const terms = screen.getByRole('region', { name: 'What changes' });
  for (const text of [
    'Jun 9, 2027',
    '15%',
    'Paid with the change',
    '$100.00',
    '$363.01',
    'parent-hash',
  ])
    expect(terms).toHaveTextContent(text);
  expect(terms).not.toHaveTextContent('Due, if paid out today');
  expect(terms).toHaveTextContent('Paid in all from the agreement on$477.00 → $528.12');
  expect(terms).toHaveTextContent('Payments left12 until Feb 9, 2027 → 16 until Jun 9, 2027');
});

test('a visitor of the link of an amendment does not see what is left to pay', async () => {
  open({
    ...amended,
    id: 'c10',
    amendment: { ...amendment, remaining: null, presentRemaining: null },
  });
  const terms = await screen.findByRole('region', { name: 'What changes' });
  expect(terms).toHaveTextContent('Jun 9, 2027');
  expect(terms).not.toHaveTextContent('Paid in all');
});

test.each([
  [{ borrowerSignedAt: at }, {}, 'You have signed', 'Waiting for Lin Okafor to sign.'],
  [
    { borrowerSignedAt: at, lenderSignedAt: at },
    { status: 'AWAITING_MONEY' },
    'Both have signed',
    /once \$363\.01 from you is confirmed/,
  ],
  [
    { borrowerSignedAt: at, lenderSignedAt: at, sealed: false },
    { status: 'EFFECTIVE', effectiveOn: '2027-03-31' },
    'In effect',
    /count from Mar 31, 2027\. We’re sealing the PDF/,
  ],
  [{}, { status: 'LAPSED' }, 'Nothing to sign', 'This amendment never took effect.'],
])('an amendment %o in state %o says what it waits for', async (more, state, title, text) => {
  open({ ...amended, ...more, amendment: { ...amendment, ...state } });
  const card = await screen.findByRole('region', { name: title });
  expect(within(card).getByText(text)).toBeVisible();
});

test('a contract with instalments shows each payment before it is signed', async () => {
  open({ ...contract, ...monthlyPayments, id: 'c9' });
  expect(await screen.findByRole('table', { name: 'Payments of the plan' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Show all 12 payments' })).toBeVisible();
});
