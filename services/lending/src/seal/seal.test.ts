/** The sealed file, checked with pkijs, pdfsig (NSS) and openssl: valid, trusted, complete, and broken by one byte. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { extractSignature } from '@signpdf/utils';
import { Certificate, ContentInfo, SignedData } from 'pkijs';
import { renderContract } from '../pdf/render-contract.ts';
import { sha256Hex } from '../pdf/sha256.ts';
import {
  buildBothSignatures,
  findSkipReason,
  readPdfText,
  runProgram,
  terms,
} from '../testing/contracts.ts';
import { appendPages } from './append-pages.ts';
import { makePlatformCertificate } from './platform-certificate.ts';
import { cryptoEngine, sealContract, toDer } from './seal.ts';

const at = new Date('2026-11-21T11:00:00.000Z');
const contractPdf = await renderContract(terms);
const platform = await makePlatformCertificate(new Date());
const signatures = buildBothSignatures(sha256Hex(contractPdf));
const sealed = await sealContract({ contractPdf, terms, signatures, platform, at });

/** The sealed file with one bit flipped at `place`. */
function flipped(offset: number): Buffer {
  const copy = Buffer.from(sealed);
  copy.writeUInt8(copy.readUInt8(offset) ^ 1, offset);
  return copy;
}

/** Positions in the agreement, in the certificate page and after the signature. */
const offsets = [20_000, contractPdf.length + 5_000, sealed.length - 200];

function signedData(pdf: Buffer): { cms: Buffer; content: Buffer; signed: SignedData } {
  const { signature, signedData: content } = extractSignature(pdf);
  const cms = Buffer.from(signature, 'latin1');
  const info = ContentInfo.fromBER(Uint8Array.from(cms).buffer);
  return { cms, content, signed: new SignedData({ schema: info.content }) };
}

async function isValid(pdf: Buffer): Promise<boolean> {
  const { content, signed } = signedData(pdf);
  const trusted = Certificate.fromBER(toDer(platform.caCertificatePem));
  const data = Uint8Array.from(content).buffer;
  return signed
    .verify({ signer: 0, data, trustedCerts: [trusted], checkChain: true }, cryptoEngine)
    .catch(() => false);
}

function folder(context: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'nameloan-seal-'));
  context.after(() => rmSync(made, { recursive: true }));
  return made;
}

test('the sealed file begins with exactly the bytes that both parties signed', () => {
  assert.ok(sealed.subarray(0, contractPdf.length).equals(contractPdf));
  assert.notEqual(sha256Hex(sealed), sha256Hex(contractPdf));
});

test('the seal is a valid signature of the platform, and one flipped bit breaks it', async () => {
  assert.equal(await isValid(sealed), true);
  for (const offset of offsets)
    assert.equal(await isValid(flipped(offset)), false, `byte ${offset}`);
});

test('the signature is PAdES B-B: signing-certificate-v2, and no signing time', () => {
  const [signer] = signedData(sealed).signed.signerInfos;
  const types = signer?.signedAttrs?.attributes.map((attribute) => attribute.type);
  assert.deepEqual(types, [
    '1.2.840.113549.1.9.3',
    '1.2.840.113549.1.9.4',
    '1.2.840.113549.1.9.16.2.47',
  ]);
  const text = sealed.toString('latin1');
  for (const phrase of ['/SubFilter /ETSI.CAdES.detached', '/M (D:20261121110000Z)']) {
    assert.ok(text.includes(phrase), phrase);
  }
});

test('missing, duplicate or mismatched signatures are never sealed', async () => {
  const [borrower, lender] = signatures;
  assert.ok(borrower !== undefined && lender !== undefined);
  const other = { ...lender, sha256: 'f'.repeat(64) };
  for (const wrong of [
    [borrower],
    [borrower, borrower],
    [borrower, other],
    [...signatures, lender],
  ]) {
    await assert.rejects(
      sealContract({ contractPdf, terms, signatures: wrong, platform, at }),
      /signature by the|signed another document/,
    );
  }
});

test('pages are appended only to PDFs of this service', async () => {
  const field = { name: 'a', reason: 'b', at, contentBytes: 10 };
  assert.throws(() => appendPages(sealed, contractPdf, field), /another kind/);
  assert.throws(() => appendPages(Buffer.from('%PDF-1.7\n'), contractPdf, field), /another kind/);
});

test('a PDF reader sees the agreement, then the certificate', {
  skip: findSkipReason('pdftotext', 'pdfinfo'),
}, () => {
  const pages = (pdf: Buffer): number =>
    Number(/Pages:\s+(\d+)/.exec(runProgram('pdfinfo', ['-'], pdf).text)?.[1]);
  assert.equal(pages(sealed), pages(contractPdf) + 1);
  const words = readPdfText(sealed);
  const signed = sha256Hex(contractPdf).match(/.{8}/g)?.join(' ') ?? '';
  const certified = words.slice(words.lastIndexOf('Certificate of Signatures This'));
  for (const phrase of [
    signed,
    `The first ${contractPdf.length.toLocaleString('en-US')} bytes of this file`,
    'Zoë Łukasiewicz-Ångström',
    'Дмитрий Пономарёв',
    '12 Harbour Lane, 30-001 Kraków, Poland',
    '2026-11-21 10:05:00 UTC',
    '2001:db8::1234',
    'Mozilla/5.0 (X11; Linux x86_64)',
    'E-mail address verified on 2026-10-02 08:00:00 UTC; password entered 2026-11-21 10:01:00 UTC',
    '5f8e4f7c-4a53-4c8e-9d55-0b8f5a8f4a11',
  ]) {
    assert.ok(certified.includes(phrase), phrase);
  }
  assert.ok(words.startsWith(readPdfText(contractPdf).trimEnd()));
});

test('the certificate prints the state between the city and the country', {
  skip: findSkipReason('pdftotext'),
}, async () => {
  const legalAddress = {
    ...{ address1: '402 Alder Street', address2: '', city: 'Portland', zip: '97205' },
    ...{ country: 'United States', countryCode: 'US', subdivision: 'US-OR' },
  };
  const [borrowers, lenders] = signatures;
  assert.ok(borrowers && lenders);
  const pdf = await sealContract({
    ...{ contractPdf, terms, platform, at },
    signatures: [{ ...borrowers, legalAddress }, lenders],
  });
  assert.ok(readPdfText(pdf).includes('402 Alder Street, 97205 Portland, Oregon, United States'));
});

test('an address longer than a page, in an unsupported script, is printed completely', {
  skip: findSkipReason('pdftotext'),
}, async () => {
  const line = '𐎀'.repeat(200);
  const legalAddress = { address1: line, address2: line, city: line, zip: line, country: line };
  const [borrowers, lenders] = signatures;
  assert.ok(borrowers && lenders);
  const pdf = await sealContract({
    ...{ contractPdf, terms, platform, at },
    signatures: [{ ...borrowers, legalAddress, ip: '198.51.100.7' }, lenders],
  });
  const words = readPdfText(pdf);
  for (const phrase of ['IP address 198.51.100.7', 'IP address 2001:db8::1234']) {
    assert.ok(words.includes(phrase), phrase);
  }
  assert.equal(words.match(/Signed SHA-256/g)?.length, 2);
  // The text is broken by lines and page footers.
  const signs = words.replaceAll(' ', '').match(/U\+10380/g)?.length ?? 0;
  assert.ok(signs > 990, `${signs} of 1000`);
});

test('pdfsig finds the signature valid, the certificate trusted and the whole document signed', {
  skip: findSkipReason('pdfsig', 'certutil'),
}, (context) => {
  const home = folder(context);
  const [file, authority] = [join(home, 's.pdf'), join(home, 'ca.pem')];
  writeFileSync(authority, platform.caCertificatePem);
  const database = `sql:${home}`;
  assert.ok(runProgram('certutil', ['-N', '-d', database, '--empty-password']).ok);
  const trust = ['-A', '-d', database, '-n', 'nameloan', '-t', 'CT,C,C', '-a', '-i', authority];
  assert.ok(runProgram('certutil', trust).ok);
  const inspect = (pdf: Buffer): string => {
    writeFileSync(file, pdf);
    return runProgram('pdfsig', ['-nssdir', home, file]).text;
  };
  const report = inspect(sealed);
  assert.match(report, /Signature is Valid/);
  assert.match(report, /Certificate is Trusted/);
  assert.match(report, /Total document signed/);
  for (const offset of offsets)
    assert.match(inspect(flipped(offset)), /Digest Mismatch/, `byte ${offset}`);
});

test('openssl accepts the extracted signature as CAdES, and not over other bytes', {
  skip: findSkipReason('openssl'),
}, (context) => {
  const home = folder(context);
  const { cms, content } = signedData(sealed);
  const [signature, data, authority] = ['s.der', 'd.bin', 'ca.pem'].map((name) => join(home, name));
  assert.ok(signature !== undefined && data !== undefined && authority !== undefined);
  writeFileSync(signature, cms);
  writeFileSync(authority, platform.caCertificatePem);
  const verify = (bytes: Buffer): { ok: boolean; text: string } => {
    writeFileSync(data, bytes);
    const input = ['-inform', 'DER', '-in', signature, '-binary', '-content', data];
    const args = [
      'cms',
      '-verify',
      '-cades',
      ...input,
      '-CAfile',
      authority,
      '-out',
      join(home, 'o'),
    ];
    return runProgram('openssl', args);
  };
  const good = verify(content);
  assert.ok(good.ok, good.text);
  assert.match(good.text, /CAdES Verification successful/);
  assert.ok(!verify(Buffer.concat([content, Buffer.from(' ')])).ok);
});
