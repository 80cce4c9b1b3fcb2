/** Renders the Certificate of Signatures: who signed which document, when and from where, and the platform's seal. */

import { X509Certificate } from 'node:crypto';
import { nameSubdivision } from '@nameloan/countries/subdivisions';
import type { SaleParty } from '../loan/assignment/assignment.ts';
import type { LegalAddress } from '../loan/legal-address.ts';
import type { Party } from '../loan/roles.ts';
import { contractNames, formatDomainName } from '../loan/terms.ts';
import type { PageLayout, TableStyle } from './page.ts';
import {
  body,
  closeLayout,
  drawGuillocheRule,
  openLayout,
  writeHeading,
  writeTable,
  writeText,
} from './page.ts';
import { writeUnsupportedNote } from './render-contract.ts';
import { sha256Hex } from './sha256.ts';
import type { ContractTerms } from './terms.ts';
import { contractEdition } from './terms.ts';

/** Small enough for a fingerprint on one line and the certificate on one page. */
const rowStyle: TableStyle = {
  labels: 88,
  boxed: false,
  weight: 'regular',
  style: { ...body, size: 7.8, leading: 10.6 },
};

/** The record of a party's signature. */
export interface Signature {
  party: Party;
  typedName: string;
  legalAddress: LegalAddress;
  at: Date;
  ip: string;
  userAgent: string;
  /** SHA-256 (hex) of the PDF that the signer was shown. */
  sha256: string;
  /** Absent on signatures by link alone, from before this was required. */
  authentication?: Authentication | null;
}

/** How the signer's account and session were authenticated. */
export interface Authentication {
  emailVerified: boolean;
  /** Wall time; null if it is not recorded. */
  emailVerifiedAt: Date | null;
  /** Whether an MFA code was required in addition to the password. */
  withMfa: boolean;
  /** Wall time of the login or of the newest proof of identity in the session. */
  provenAt: Date;
  sessionId: string;
}

/** A party of a loan, or of its sale. */
export type CertifiedSignature = Omit<Signature, 'party'> & { party: Party | SaleParty };

/** What a certificate says about the loan. */
export type DocumentTerms = Pick<
  ContractTerms,
  'escrowId' | 'contract' | 'drawnAt' | 'domainName' | 'unicodeName'
>;

export interface CertifiedAmendment {
  /** From 1, within its loan. */
  number: number;
  /** SHA-256 (hex) of the document that it changes. */
  parentSha256: string | null;
}

/** The documents that the deed of a sale names, by their SHA-256 (hex). */
export interface CertifiedDeed {
  contractSha256: string | null;
  amendmentSha256: string | null;
}

const partyNames: Record<CertifiedSignature['party'], string> = {
  BORROWER: 'Borrower',
  LENDER: 'Lender',
  SELLER: 'Seller',
  BUYER: 'Buyer',
};

/** Who signs a document. */
export const listSigners = (deed: CertifiedDeed | undefined): CertifiedSignature['party'][] =>
  deed ? ['SELLER', 'BUYER'] : ['BORROWER', 'LENDER'];

export interface CertificateContent {
  terms: DocumentTerms;
  /** Of an amendment. */
  amendment?: CertifiedAmendment;
  /** Of the deed of a sale. */
  deed?: CertifiedDeed;
  /** SHA-256 (hex) and length in bytes of the PDF that was signed. */
  shown: { sha256: string; bytes: number };
  signatures: readonly CertifiedSignature[];
  /** The certificate that the platform seals with. */
  certificatePem: string;
  /** Time of the seal. */
  at: Date;
}

/** Returns the certificate as a separate PDF, to be appended to the agreement. */
export async function renderCertificate(content: CertificateContent): Promise<Buffer> {
  const { terms, amendment, deed, signatures, at } = content;
  const name = deed
    ? 'Deed of Assignment'
    : amendment
      ? `Amendment No. ${amendment.number}`
      : contractNames[terms.contract];
  const layout = openLayout({
    title: `Certificate of Signatures: ${formatDomainName(terms)}`,
    subject: `Loan ${terms.escrowId}`,
    at,
  });
  const title = { ...body, size: 21, leading: 27, after: 6 };
  writeText(layout, [{ text: 'Certificate of Signatures', weight: 'title' }], title);
  const intro =
    `This certificate is part of the ${name} on the pages before it. Both parties ` +
    'signed those pages electronically, as recorded below.';
  writeText(layout, [{ text: intro, weight: 'regular' }], body);
  drawGuillocheRule(layout);
  writeTable(layout, buildDocumentRows(content), rowStyle);
  for (const party of listSigners(deed)) {
    for (const signature of signatures.filter((one) => one.party === party)) {
      writeSignature(layout, signature);
    }
  }
  writeSeal(layout, content);
  writeUnsupportedNote(layout, [
    formatDomainName(terms),
    ...signatures.flatMap((one) => [
      one.typedName,
      ...formatAddressLines(one.legalAddress),
      one.userAgent,
    ]),
  ]);
  return closeLayout(
    layout,
    (number, of) =>
      `Nameloan Certificate of Signatures · edition ${contractEdition} · loan ${terms.escrowId} · page ${number} of ${of}`,
  );
}

function buildDocumentRows({
  terms,
  amendment,
  deed,
  shown,
}: CertificateContent): [string, string][] {
  const named: readonly [string, string | null | undefined][] = [
    ['Changes SHA-256', amendment?.parentSha256],
    ['Contract SHA-256', deed?.contractSha256],
    ['Amendment SHA-256', deed?.amendmentSha256],
  ];
  return [
    ['Domain', formatDomainName(terms)],
    ['Loan', terms.escrowId],
    ['Drawn up', formatUtc(terms.drawnAt)],
    ['Signed document', `The first ${shown.bytes.toLocaleString('en-US')} bytes of this file`],
    ['Its SHA-256', formatHexGroups(shown.sha256)],
    ...named.flatMap(([label, sha256]): [string, string][] =>
      sha256 ? [[label, formatHexGroups(sha256)]] : [],
    ),
  ];
}

function writeSignature(layout: PageLayout, signature: CertifiedSignature): void {
  const role = partyNames[signature.party];
  writeHeading(layout, { number: null, title: role, keep: 130 });
  writeText(layout, [{ text: signature.typedName, weight: 'italic' }], {
    ...body,
    size: 15,
    leading: 21,
    after: 5,
  });
  const rows: [string, string][] = [
    ['Legal address', formatAddressLines(signature.legalAddress).join(', ')],
    ['Signed', `${formatUtc(signature.at)}, from the IP address ${signature.ip}`],
    ['Browser', formatBrowser(signature.userAgent)],
    ...describeAuthentication(signature.authentication),
    ['Signed SHA-256', formatHexGroups(signature.sha256)],
  ];
  writeTable(layout, rows, rowStyle);
}

function describeAuthentication(by: Authentication | null | undefined): [string, string][] {
  if (!by) return [['Identity', 'Holder of the signing link']];
  const since = by.emailVerifiedAt === null ? '' : ` on ${formatUtc(by.emailVerifiedAt)}`;
  const email = by.emailVerified
    ? `E-mail address verified${since}`
    : 'E-mail address not verified';
  const proof = by.withMfa ? 'password and MFA code' : 'password';
  return [
    ['Identity', `${email}; ${proof} entered ${formatUtc(by.provenAt)}; session ${by.sessionId}`],
  ];
}

function writeSeal(layout: PageLayout, { certificatePem, at }: CertificateContent): void {
  const seal = new X509Certificate(certificatePem);
  writeHeading(layout, { number: null, title: 'The seal', keep: 115 });
  const text =
    'Each signer consented to sign electronically and typed the name above. Nameloan has recorded this and seals ' +
    'the whole file with a digital signature (PAdES, ETSI EN 319 142-1, level B-B), which any change to it ' +
    'breaks. Upload this file on the Platform’s page for checking contracts to see whether it is genuine.';
  writeText(layout, [{ text, weight: 'regular' }], body);
  const rows: [string, string][] = [
    ['Sealed', formatUtc(at)],
    ['Certificate', seal.subject.replaceAll('\n', ', ')],
    ['Serial number', seal.serialNumber],
    ['Its SHA-256', formatHexGroups(sha256Hex(seal.raw))],
  ];
  writeTable(layout, rows, rowStyle);
}

/** Shortens the user agent; the full value is stored with the signature. */
function formatBrowser(userAgent: string): string {
  if (userAgent.trim() === '') return 'not stated';
  return userAgent.length <= 300 ? userAgent : `${userAgent.slice(0, 300)}…`;
}

/** The non-empty lines of an address, with the postal code before the city, and the state or province below it. */
function formatAddressLines(address: LegalAddress): string[] {
  const cityLine = `${address.zip} ${address.city}`.trim();
  const subdivision = nameSubdivision(address.subdivision);
  return [address.address1, address.address2, cityLine, subdivision ?? '', address.country]
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function formatUtc(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Groups of eight are easier to compare by eye. */
function formatHexGroups(hex: string): string {
  return hex.match(/.{1,8}/g)?.join(' ') ?? hex;
}
