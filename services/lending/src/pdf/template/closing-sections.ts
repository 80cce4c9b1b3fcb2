/** The last sections of the contract: the platform's role, signatures, notices and governing law. */

import { days } from './days.ts';
import type { FormattedTerms, Section } from './prose.ts';
import { bold, item, paragraph } from './prose.ts';

export function buildClosingSections(formatted: FormattedTerms): Section[] {
  return [buildPlatformSection(), buildSignaturesSection(), buildGeneralSection(formatted)];
}

function buildPlatformSection(): Section {
  return {
    title: 'The Platform’s part',
    blocks: [
      paragraph(
        'The Platform never holds the loan’s money: it passes directly between the parties. The Platform holds the ' +
          'Domain, keeps the record of the loan (signatures, marks, receipts, claims, notices and messages), and ' +
          'carries out what this agreement provides. That record is evidence between the parties unless it is ' +
          'shown to be wrong.',
      ),
      paragraph(
        'The Platform’s appraisals are automatic estimates. It gives no advice and does not vouch for either party. ' +
          'Times and dates are those of the Platform’s clock, in UTC.',
      ),
    ],
  };
}

function buildSignaturesSection(): Section {
  return {
    title: 'Electronic signatures, the certificate and notices',
    blocks: [
      paragraph(
        'The parties agree to conclude this agreement electronically. Each signs by logging in to the account, consenting on the ' +
          'signing page and typing the name of the account. The Platform records how the session was authenticated, ' +
          'the time, the IP address, the browser and the SHA-256 fingerprint of this document. Both signatures are to the same fingerprint.',
      ),
      paragraph(
        'When both have signed, the Platform adds the ',
        bold('Certificate of Signatures'),
        ', with each party’s legal address, and seals the whole with a digital signature of its own. ',
        bold('The certificate is part of this agreement.'),
        ' The pages that the parties signed stand in the sealed file unchanged, byte for byte.',
      ),
      paragraph(
        'Each party may ask the Platform for a copy at any time, download and print it, and check on the Platform ' +
          'whether a file is the signed or the sealed one.',
      ),
      paragraph(
        'Notices between the parties are given in the loan’s chat on the Platform. Notices from the Platform are ' +
          'given in the account’s list of notifications and by e-mail to its address, and count as received ' +
          `${days.noticeAfter} they were sent. Mail of some kinds can be switched off, but not that about ` +
          'signatures, due dates, default and disputes. Each party keeps the e-mail address and the legal address ' +
          'of the account up to date.',
      ),
    ],
  };
}

function buildGeneralSection({ terms }: FormattedTerms): Section {
  const { law, venue } = terms.governing;
  return {
    title: 'Governing law and general terms',
    blocks: [
      paragraph(
        'This agreement is governed by the law of ',
        bold(law),
        ', and the courts of ',
        bold(venue),
        ' have jurisdiction over it. Rules that protect a party at the place stated in that party’s signature block, ' +
          'and the courts open to that party there, stay available as far as they cannot be waived.',
      ),
      item(
        bold('Severability. '),
        'If a provision is invalid, the others stay in force, and it is replaced by the valid one that comes ' +
          'closest to its purpose. Section 11 stands in every case.',
      ),
      item(
        bold('Whole agreement. '),
        'This document and its certificate are the whole agreement about the loan. They can be changed only in ' +
          'writing by both parties; messages in the chat change them only where this agreement says so.',
      ),
      item(
        bold('No transfer. '),
        'Neither party may assign rights or duties under it without the other’s consent. It binds heirs and successors.',
      ),
      item(
        bold('Taxes and duties. '),
        'Each party sees to the taxes, licences and reports that the loan requires of that party.',
      ),
    ],
  };
}
