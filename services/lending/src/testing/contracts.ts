/** Terms, signatures and external programs for tests of PDF documents. */

import { spawnSync } from 'node:child_process';
import type { LegalAddress } from '../loan/legal-address.ts';
import type { Signature } from '../pdf/certificate.ts';
import type { AgreementTerms } from '../pdf/terms.ts';

const drawnAt = new Date('2026-11-21T10:00:00.000Z');

/** 900.50 at 18 % for 60 days, with names in several scripts. */
export const terms: AgreementTerms = {
  escrowId: '6740a1b2c3d4e5f601234567',
  contract: 0,
  drawnAt,
  borrowerName: 'Zoë Łukasiewicz-Ångström',
  lenderName: 'Дмитрий Пономарёв',
  domainName: 'xn--mnchen-3ya.example',
  unicodeName: 'münchen.example',
  amountCents: 90_050,
  termDays: 60,
  rateBps: 1_800,
  accrual: 'SIMPLE_365',
  transferFeeCents: 1_200,
  businessStatement: null,
  refinances: null,
  knownClaims: null,
  holder: 'BORROWER',
  payees: { BORROWER: null, LENDER: null },
  governing: { law: 'England and Wales', venue: 'London' },
};

export const address: LegalAddress = {
  address1: '12 Harbour Lane',
  address2: '',
  city: 'Kraków',
  zip: '30-001',
  country: 'Poland',
};

/** Signatures of both parties on the document with this hash. */
export function buildBothSignatures(sha256: string): Signature[] {
  const shared = {
    legalAddress: address,
    ip: '2001:db8::1234',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
    sha256,
    authentication: {
      emailVerified: true,
      emailVerifiedAt: new Date('2026-10-02T08:00:00Z'),
      withMfa: false,
      provenAt: new Date('2026-11-21T10:01:00Z'),
      sessionId: '5f8e4f7c-4a53-4c8e-9d55-0b8f5a8f4a11',
    },
  };
  return [
    {
      party: 'BORROWER',
      typedName: terms.borrowerName,
      at: new Date('2026-11-21T10:05:00Z'),
      ...shared,
    },
    {
      party: 'LENDER',
      typedName: terms.lenderName,
      at: new Date('2026-11-21T10:09:00Z'),
      ...shared,
    },
  ];
}

/** False, or the reason to skip a test that needs these programs. */
export function findSkipReason(...programs: string[]): string | false {
  const absent = programs.filter((program) => spawnSync(program, ['-v']).error !== undefined);
  return absent.length === 0 ? false : `not on this machine: ${absent.join(', ')}`;
}

/** Runs a program and returns stdout and stderr together. */
export function runProgram(
  program: string,
  args: string[],
  input?: Buffer,
): { ok: boolean; text: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { input });
  return { ok: status === 0, text: `${stdout.toString('utf8')}${stderr.toString('utf8')}` };
}

/** The text of a PDF with single spaces. */
export function readPdfText(pdf: Buffer): string {
  return runProgram('pdftotext', ['-layout', '-', '-'], pdf).text.replace(/\s+/g, ' ');
}
