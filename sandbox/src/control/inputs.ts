/** Schemas of request bodies. A separate module, so that zod is loaded only with the first body. */

import { z } from 'zod';
import { canonicalName, isRecordName } from '../dns/zone.ts';
import { faultKinds, parties } from '../faults/inject-fault.ts';
import { clientStatuses, isDomainName, serverStatuses } from '../registry/domain.ts';

const computedStatuses = ['ok', 'inactive', 'pendingDelete', 'pendingTransfer'] as const;
const dateTime = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .transform((text) => new Date(text).toISOString());
const webAddress = z.url({ protocol: /^https?$/ }).max(2048);

export const emptyInput = z.strictObject({});

const dnsName = z
  .string()
  .max(254)
  .refine((name) => isRecordName(canonicalName(name)), 'this is not a DNS name');

/** What the nameservers of a signed zone serve. */
const dnsKey = z.strictObject({
  flags: z.int().min(0).max(65_535),
  algorithm: z.int().min(0).max(255),
  key: z.base64().min(1).max(1000),
});

export const dnsInput = z
  .strictObject({
    txt: z.array(z.string().max(4000)).max(50).optional(),
    cname: dnsName.optional(),
    ns: z.array(dnsName).max(13).optional(),
    dnskey: z.array(dnsKey).max(8).optional(),
  })
  .refine(
    ({ txt, cname, ns, dnskey }) => txt ?? cname ?? ns ?? dnskey,
    'give txt, cname, ns or dnskey',
  )
  // RFC 1034 section 3.6.2
  .refine(
    ({ txt, cname, ns, dnskey }) => cname === undefined || !(txt ?? ns ?? dnskey),
    'an alias has no other records',
  );

/** The domains that the DNS provider hosts, and whether it has the product's template. */
export const dnsProviderInput = z.strictObject({
  domains: z.array(dnsName).max(1000),
  template: z.boolean(),
});

const hostName = z.string().transform(canonicalName).refine(isDomainName, 'not a name of a host');
const dsRecord = z.strictObject({
  keyTag: z.int().min(0).max(65_535),
  algorithm: z.int().min(0).max(255),
  digestType: z.int().min(0).max(255),
  digest: z
    .string()
    .max(200)
    .regex(/^(?:[0-9A-Fa-f]{2})+$/, 'not hexadecimal'),
});

export const domainPatch = z.strictObject({
  statuses: z.array(z.enum([...clientStatuses, ...serverStatuses, ...computedStatuses])).optional(),
  authCode: z
    .string()
    .regex(/^[\x21-\x7e]{6,64}$/, 'a code has 6 to 64 printable characters')
    .optional(),
  registrar: z
    .string()
    .regex(/^[\x20-\x7e]{3,100}$/, 'a registrar has 3 to 100 printable characters')
    .optional(),
  createdAt: dateTime.optional(),
  /** Null: never transferred. */
  lastTransferAt: dateTime.nullable().optional(),
  expiry: dateTime.optional(),
  nameservers: z.array(hostName).max(13).optional(),
  /** Empty: not signed. */
  ds: z.array(dsRecord).max(8).optional(),
  /** Id of a contact. */
  registrant: z.string().min(3).max(16).optional(),
  /** True: a third registrar requests the domain; false: the pending transfer ends without effect. */
  pendingTransfer: z.boolean().optional(),
  premium: z.boolean().optional(),
  autoApprove: z.boolean().optional(),
});

export const takeoverInput = z.strictObject({
  /** Absent: the other registrar has the right code. */
  authCode: z.string().max(64).optional(),
  /** True: the request stays pending, and our registrar may approve or reject it over EPP. */
  pending: z.boolean().optional(),
});

export const payInput = z.strictObject({
  /** Card: the money arrives later, by a second pay, or never, by fail. */
  async: z.boolean().optional(),
  /** Cryptocurrency: a partial payment. */
  part: z.boolean().optional(),
  /** Cryptocurrency: an excess payment. */
  over: z.boolean().optional(),
  amountCents: z.int().min(1).max(1_000_000_000).optional(),
});

/** Amount of a refund or a dispute; absent means everything that is left. */
export const refundInput = z.strictObject({
  amountCents: z.int().min(1).max(1_000_000_000).optional(),
});

export const clockInput = z
  .strictObject({
    advance: z.string().max(40).optional(),
    at: z.iso.datetime({ offset: true }).optional(),
    accounts: z.string().max(40).optional(),
  })
  .refine((move) => move.advance === undefined || move.at === undefined, 'give advance or at')
  .refine((move) => Object.keys(move).length > 0, 'give advance, at or accounts');

export const serviceInput = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,40}$/, 'a service has a short lower-case name'),
  url: webAddress,
});

const faultInput = z.strictObject({
  kind: z.enum(faultKinds),
  /** Share of the party's requests; absent: all. */
  share: z.number().gt(0).max(1).optional(),
  /** Wall time; absent: until it is ended. */
  forSeconds: z.number().gt(0).max(86_400).optional(),
});

export const settingsInput = z.strictObject({
  autoApproveSeconds: z.number().min(0).max(86_400).nullable().optional(),
  registryCreditExhausted: z.boolean().optional(),
  /** The complete set of faults; a party that is not listed has none. */
  faults: z
    .strictObject(Object.fromEntries(parties.map((party) => [party, faultInput.optional()])))
    .optional(),
});
