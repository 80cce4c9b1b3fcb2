/** The extension for DNSSEC (RFC 5910, secDNS-1.1), with DS data. */

import type { DsRecord } from '../../dnssec/ds-record.ts';
import type { DomainChange } from '../registrar.ts';
import { EppInvalidInputError } from '../registrar-errors.ts';
import type { XmlElement } from './xml.ts';
import { find, findElements, findText } from './xml.ts';

export const secDnsNamespace = 'urn:ietf:params:xml:ns:secDNS-1.1';

/** The extension of a domain update; undefined when the change has no DS records. Removals come first (section 5.2.5). */
export function dsUpdateXml({ addDs = [], removeDs = [] }: DomainChange): string | undefined {
  if (addDs.length + removeDs.length === 0) return undefined;
  const remove = removeDs.length > 0 ? `<secDNS:rem>${dsXml(removeDs)}</secDNS:rem>` : '';
  const add = addDs.length > 0 ? `<secDNS:add>${dsXml(addDs)}</secDNS:add>` : '';
  return `<secDNS:update xmlns:secDNS="${secDnsNamespace}">${remove}${add}</secDNS:update>`;
}

function dsXml(records: readonly DsRecord[]): string {
  return records.map(recordXml).join('');
}

function recordXml({ keyTag, algorithm, digestType, digest }: DsRecord): string {
  const isValid =
    isUnsigned(keyTag, 0xffff) &&
    isUnsigned(algorithm, 0xff) &&
    isUnsigned(digestType, 0xff) &&
    /^(?:[0-9A-Fa-f]{2})+$/.test(digest);
  if (!isValid) throw new EppInvalidInputError('ds', 'This is not a DS record.');
  return (
    `<secDNS:dsData><secDNS:keyTag>${keyTag}</secDNS:keyTag><secDNS:alg>${algorithm}</secDNS:alg>` +
    `<secDNS:digestType>${digestType}</secDNS:digestType><secDNS:digest>${digest}</secDNS:digest></secDNS:dsData>`
  );
}

const isUnsigned = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= max;

/**
 * The records of a domain's info. A response without the extension means that there are none; undefined when the registry
 * keeps keys instead, or sends what is no DS record.
 */
export function readDs(extension: XmlElement | undefined): readonly DsRecord[] | undefined {
  // The gateway's extension has an element of this name too, but inside another one.
  const data = findElements(extension, 'infData').find(
    (each) => find(each, 'dsData') ?? find(each, 'keyData'),
  );
  if (!data) return [];
  const records = findElements(data, 'dsData').map(readRecord);
  const known = records.filter((one) => one !== undefined);
  return records.length === 0 || known.length < records.length ? undefined : known;
}

function readRecord(element: XmlElement): DsRecord | undefined {
  const number = (name: string) => {
    const text = findText(element, name);
    return text === undefined ? Number.NaN : Number(text);
  };
  const digest = (findText(element, 'digest') ?? '').replaceAll(/\s/g, '').toUpperCase();
  const [keyTag, algorithm, digestType] = ['keyTag', 'alg', 'digestType'].map(number) as [
    number,
    number,
    number,
  ];
  const isValid =
    isUnsigned(keyTag, 0xffff) &&
    isUnsigned(algorithm, 0xff) &&
    isUnsigned(digestType, 0xff) &&
    /^(?:[0-9A-F]{2})+$/.test(digest);
  return isValid ? { keyTag, algorithm, digestType, digest } : undefined;
}
