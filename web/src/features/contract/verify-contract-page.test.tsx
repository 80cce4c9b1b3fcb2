/** The result that the verify page shows for a file. */

import { expect, jest, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { VerifyContractPage } from './verify-contract-page.tsx';

const pdf = new File(['%PDF-1.7'], 'agreement.pdf', { type: 'application/pdf' });
const hash = 'a'.repeat(64);

async function choose(file: File): Promise<void> {
  render(<VerifyContractPage />, { wrapper: MemoryRouter });
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  await userEvent.upload(input, file, { applyAccept: false });
}

function answer(status: number, body: object) {
  return jest.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(body, { status }));
}

test.each([
  [{ known: true, sealed: true }, 'Sealed Nameloan contract'],
  [{ known: true, sealed: false }, 'Unsealed Nameloan contract'],
  [{ known: false, sealed: false }, 'Not a Nameloan contract'],
])('%o is "%s", with its hash', async (verification, title) => {
  const fetchMock = answer(200, { ...verification, sha256: hash, signedAt: null });
  await choose(pdf);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(hash)).toBeVisible();
  expect(fetchMock).toHaveBeenCalledWith(
    '/api/contracts/verify',
    expect.objectContaining({ body: pdf }),
  );
});

test('a file that is not a PDF is not sent, and a server error is shown as it is', async () => {
  const fetchMock = answer(400, { message: 'This is not a PDF.' });
  await choose(new File(['hello'], 'letter.txt', { type: 'text/plain' }));
  expect(screen.getByText(/This file type isn’t supported/)).toBeVisible();
  expect(fetchMock).not.toHaveBeenCalled();
  await choose(pdf);
  expect(await screen.findByText('This is not a PDF.')).toBeVisible();
});

test('a file that is too large for a contract is not sent', async () => {
  const fetchMock = answer(200, {});
  const large = new File(['%PDF-'], 'large.pdf', { type: 'application/pdf' });
  Object.defineProperty(large, 'size', { value: 11_000_000 });
  await choose(large);
  expect(await screen.findByText(/larger than 10 MB/)).toBeVisible();
  expect(fetchMock).not.toHaveBeenCalled();
});

test.each([
  ['EFFECTIVE', '2027-03-31', 'Its terms count from Mar 31, 2027.'],
  ['AGREED', null, 'It is not in effect yet.'],
  ['LAPSED', null, 'It never took effect.'],
])(
  'an amendment that is %s has its number, its parent and whether it counts',
  async (status, effectiveOn, text) => {
    const amendment = { number: 2, status, parentSha256: 'b'.repeat(64), effectiveOn };
    answer(200, { known: true, sealed: false, sha256: hash, signedAt: null, amendment });
    await choose(pdf);
    expect(await screen.findByText(`It is amendment 2 of its loan. ${text}`)).toBeVisible();
    expect(screen.getByText('b'.repeat(64))).toBeVisible();
  },
);

test.each([
  ['CLOSED', 'It is the deed of a sale. The loan was sold by it.'],
  ['EXPIRED', 'It is the deed of a sale. The loan was not sold by it.'],
])(
  'a deed of a sale that is %s names the contract and its last amendment',
  async (status, text) => {
    const [contractSha256, amendmentSha256] = ['c'.repeat(64), 'e'.repeat(64)];
    const assignment = { status, contractSha256, amendmentSha256 };
    answer(200, { known: true, sealed: true, sha256: hash, signedAt: null, assignment });
    await choose(pdf);
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByText(contractSha256)).toBeVisible();
    expect(screen.getByText(amendmentSha256)).toBeVisible();
  },
);
