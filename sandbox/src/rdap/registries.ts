/** The registries that have an RDAP server here, and the names of their TLDs. Others have none, as many outside. */

const registries: Readonly<Record<string, readonly string[]>> = {
  verisign: ['com', 'net'],
  pir: ['org'],
  'identity-digital': ['info', 'io', 'me', 'ai'],
  'godaddy-registry': ['biz', 'club', 'co'],
  'google-registry': ['dev', 'app'],
  xyz: ['xyz'],
  radix: ['tech', 'online', 'store', 'site'],
  'gmo-registry': ['shop'],
  nominet: ['uk'],
};

/** The publication of the bootstrap file. */
const publication = '2026-11-01T00:00:00Z';

/** The bootstrap file (RFC 9224) with base URLs under this address, such as http://127.0.0.1:4100/rdap. */
export function bootstrapFile(baseUrl: string): Record<string, unknown> {
  return {
    version: '1.0',
    publication,
    description: 'RDAP servers of the sandbox',
    services: Object.entries(registries).map(([registry, tlds]) => [
      tlds,
      [`${baseUrl}/${registry}/`],
    ]),
  };
}

/** Whether the registry operates the name's TLD. */
export function operates(registry: string, name: string): boolean {
  return (registries[registry] ?? []).some((tld) => name.endsWith(`.${tld}`));
}
