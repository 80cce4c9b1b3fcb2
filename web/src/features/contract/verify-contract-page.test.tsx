/** What the verify page says of a file. */

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
  [{ known: true, sealed: true }, 'A sealed contract of Nameloan'],
  [{ known: true, sealed: false }, 'A contract of Nameloan, without its seal'],
  [{ known: false, sealed: false }, 'None of our contracts'],
])('%o is "%s", with its hash', async (told, title) => {
  const asked = answer(200, { ...told, sha256: hash, signedAt: null });
  await choose(pdf);
  expect(await screen.findByText(title)).toBeVisible();
  expect(screen.getByText(hash)).toBeVisible();
  expect(asked).toHaveBeenCalledWith(
    '/api/contracts/verify',
    expect.objectContaining({ body: pdf }),
  );
});

test('what is no PDF is not sent, and what the server refuses is told in its words', async () => {
  const asked = answer(400, { message: 'This is not a PDF.' });
  await choose(new File(['hello'], 'letter.txt', { type: 'text/plain' }));
  expect(screen.getByText(/This kind of file is not taken/)).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
  await choose(pdf);
  expect(await screen.findByText('This is not a PDF.')).toBeVisible();
});

test('a file that is too large for any contract is not sent at all', async () => {
  const asked = answer(200, {});
  const large = new File(['%PDF-'], 'large.pdf', { type: 'application/pdf' });
  Object.defineProperty(large, 'size', { value: 11_000_000 });
  await choose(large);
  expect(await screen.findByText(/larger than 10 MB/)).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
});
