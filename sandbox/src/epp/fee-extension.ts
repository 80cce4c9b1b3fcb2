/**
 * The registry fee extension (RFC 8748): a check returns the fees of a transfer and a renewal, and an order
 * states the fee that it accepts.
 */

import { isDomainName } from '../registry/domain.ts';
import { feeCents } from '../registry/fees.ts';
import { getRecord } from '../registry/registry.ts';
import { RegistryError } from '../registry/registry-error.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { draftFeeNamespace, feeNamespace } from './names.ts';
import type { XmlElement } from './xml.ts';
import { escapeXml, requiredText, sequence, syntaxError } from './xml.ts';

const dollars = 'USD';
const priced = ['transfer', 'renew'];
const maxFeeYears = 10;
/** A non-negative xs:decimal with the precision of a price. */
const amountPattern = /^(\d{1,9})(?:\.(\d{1,4}))?$/;

interface FeeQuery {
  readonly command: string;
  readonly years: number;
}

/** The content of chkData for the names of a check whose extension asks for fees. */
export function feeData(
  context: SandboxContext,
  names: readonly string[],
  extension: XmlElement,
): string {
  if (extension.namespace !== namespaceOf(context) || extension.name !== 'check') {
    throw new RegistryError(2103, 'A check takes the fee extension only.');
  }
  if (context.resellerGateway) return draftFeeData(context, extension);
  const elements = sequence(extension, ['currency', 'command']);
  const currency = elements.one('currency')?.text ?? dollars;
  if (currency !== dollars) throw new RegistryError(2004, `Fees are in ${dollars}.`);
  const queries = elements.all('command').map(readFeeQuery);
  if (queries.length === 0) throw new RegistryError(2003, 'The parameter command is missing.');
  const results = names.map((name) => resultXml(context, name, queries));
  return `<fee:chkData xmlns:fee="${feeNamespace}"><fee:currency>${dollars}</fee:currency>${results.join('')}</fee:chkData>`;
}

/** The reseller's gateway has a draft of the extension. */
const namespaceOf = ({ resellerGateway }: SandboxContext) =>
  resellerGateway ? draftFeeNamespace : feeNamespace;

/** Version 0.7 names every command of every name, and so does its response. */
function draftFeeData(context: SandboxContext, extension: XmlElement): string {
  const results = sequence(extension, ['domain'])
    .all('domain')
    .map((row) => {
      const elements = sequence(row, ['name', 'currency', 'command', 'period']);
      const name = requiredText(elements.one('name'), 'name').toLowerCase();
      const command = requiredText(elements.one('command'), 'command');
      if ((elements.one('currency')?.text ?? dollars) !== dollars)
        throw new RegistryError(2004, `Fees are in ${dollars}.`);
      const years = yearsOf(elements.one('period'));
      const { premium } = getRecord(context, name);
      const amount = (feeCents(name, premium, years) / 100).toFixed(4);
      const fee = priced.includes(command) ? `<fee:fee refundable="1">${amount}</fee:fee>` : '';
      return (
        `<fee:cd><fee:name>${escapeXml(name)}</fee:name><fee:currency>${dollars}</fee:currency>` +
        `<fee:command>${escapeXml(command)}</fee:command><fee:period unit="y">${years}</fee:period>` +
        `${fee}${premium ? '<fee:class>premium</fee:class>' : ''}</fee:cd>`
      );
    });
  return `<fee:chkData xmlns:fee="${draftFeeNamespace}">${results.join('')}</fee:chkData>`;
}

function readFeeQuery(command: XmlElement): FeeQuery {
  const name = command.attributes.name;
  if (!name) throw syntaxError('A fee command has an attribute name.');
  return { command: name, years: yearsOf(sequence(command, ['period']).one('period')) };
}

function yearsOf(period: XmlElement | undefined): number {
  const years = period ? Number(period.text) : 1;
  if (period && period.attributes.unit !== 'y')
    throw new RegistryError(2004, 'Periods are in years here.');
  if (!Number.isInteger(years) || years < 1 || years > maxFeeYears) {
    throw new RegistryError(2004, `A period is 1 to ${maxFeeYears} years.`);
  }
  return years;
}

function resultXml(context: SandboxContext, name: string, queries: readonly FeeQuery[]): string {
  const id = `<fee:objID>${escapeXml(name)}</fee:objID>`;
  if (!isDomainName(name))
    return `<fee:cd avail="0">${id}<fee:reason>Invalid name</fee:reason></fee:cd>`;
  const { premium } = getRecord(context, name);
  const answers = queries.map((question) => feeXml(name, premium, question));
  return `<fee:cd>${id}<fee:class>${premium ? 'premium' : 'standard'}</fee:class>${answers.join('')}</fee:cd>`;
}

function feeXml(name: string, premium: boolean, { command, years }: FeeQuery): string {
  const period = `<fee:period unit="y">${years}</fee:period>`;
  const open = `<fee:command name="${escapeXml(command)}"${premium ? '' : ' standard="1"'}>`;
  if (!priced.includes(command)) return `${open}<fee:reason>Not offered</fee:reason></fee:command>`;
  const amount = (feeCents(name, premium, years) / 100).toFixed(2);
  return `${open}${period}<fee:fee>${amount}</fee:fee></fee:command>`;
}

/** The total fee that an order accepts, in cents; null without the extension. */
export function agreedCents(
  context: SandboxContext,
  extension: XmlElement | undefined,
  verb: 'transfer' | 'renew',
): number | null {
  if (!extension) return null;
  if (extension.namespace !== namespaceOf(context) || extension.name !== verb) {
    throw new RegistryError(2103, `A ${verb} takes the fee extension only.`);
  }
  const elements = sequence(extension, ['currency', 'fee', 'credit']);
  if ((elements.one('currency')?.text ?? dollars) !== dollars)
    throw new RegistryError(2004, `Fees are in ${dollars}.`);
  if (elements.all('credit').length > 0)
    throw new RegistryError(2004, 'There are no credits here.');
  const fees = elements.all('fee');
  if (fees.length === 0) throw new RegistryError(2003, 'The parameter fee is missing.');
  return fees.reduce((sum, { text }) => sum + centsOf(text), 0);
}

/** Fractions of a cent are kept, so that such an amount never equals a fee. */
function centsOf(text: string): number {
  const [, whole, fraction = ''] = amountPattern.exec(text) ?? [];
  if (whole === undefined) throw new RegistryError(2005, 'A fee is an amount of money.');
  return Number(`${whole}${fraction.padEnd(4, '0')}`) / 100;
}

/** The response extension of an order that stated a fee: the accepted fee is charged. */
export function chargedXml(
  context: SandboxContext,
  cents: number | null,
  name: 'trnData' | 'renData',
): string | undefined {
  if (cents === null) return undefined;
  const amount = `<fee:currency>${dollars}</fee:currency><fee:fee>${(cents / 100).toFixed(2)}</fee:fee>`;
  return `<fee:${name} xmlns:fee="${namespaceOf(context)}">${amount}</fee:${name}>`;
}
