/** EPP namespaces and limits that the sandbox supports (RFC 3915, 5730, 5731, 5732, 5734, 8748). */

export const eppNamespace = 'urn:ietf:params:xml:ns:epp-1.0';
export const domainNamespace = 'urn:ietf:params:xml:ns:domain-1.0';
export const hostNamespace = 'urn:ietf:params:xml:ns:host-1.0';
export const feeNamespace = 'urn:ietf:params:xml:ns:epp:fee-1.0';
/** The draft of RFC 8748 and the extension that the reseller's gateway uses. */
export const draftFeeNamespace = 'urn:ietf:params:xml:ns:fee-0.7';
export const keysysNamespace = 'http://www.key-systems.net/epp/keysys-1.0';
export const contactNamespace = 'urn:ietf:params:xml:ns:contact-1.0';
export const secDnsNamespace = 'urn:ietf:params:xml:ns:secDNS-1.1';
export const rgpNamespace = 'urn:ietf:params:xml:ns:rgp-1.0';

/** The length header of RFC 5734 includes its own four bytes. */
export const headerBytes = 4;
/** A registrar's name as a clIDType, which has at most 16 characters (RFC 5730). */
export function clientIdOf(registrar: string): string {
  return registrar.slice(0, maxClientIdLength).trim();
}
const maxClientIdLength = 16;

/** Far more than any command needs. */
export const maxFrameBytes = 64 * 1024;
