/**
 * Shapes of RDAP responses (RFC 9083), as far as a report needs them. They are tolerant: unknown members are ignored,
 * and a member or an element of a wrong type counts as absent.
 */

import { z } from 'zod';

const maxItems = 500;
const maxTextLength = 1000;

const text = z.string().max(maxTextLength);
const optionalText = text.optional().catch(undefined);

/** An array without its invalid elements; undefined when it is absent or no array. */
function tolerantList<S extends z.ZodType>(item: S) {
  return z
    .array(z.unknown())
    .transform((items) =>
      items.slice(0, maxItems).flatMap((each) => {
        const parsed = item.safeParse(each);
        return parsed.success ? [parsed.data] : [];
      }),
    )
    .optional()
    .catch(undefined);
}

/** One text, or the texts of a list. */
const texts = z
  .union([text.transform((one) => [one]), tolerantList(text)])
  .optional()
  .catch(undefined);

const event = z.object({ eventAction: text, eventDate: text });
const link = z.object({ rel: optionalText, href: text, type: optionalText });
const remark = z.object({ title: optionalText, type: optionalText, description: texts });
const publicId = z.object({
  type: text,
  identifier: z.union([text, z.number().transform(String)]),
});
/** A property of jCard (RFC 7095): name, parameters, type and value. */
const cardProperty = z.tuple([text, z.unknown(), z.unknown(), z.unknown()], z.unknown());

export const entityShape = z.object({
  roles: texts,
  vcardArray: z
    .tuple([z.unknown(), z.array(z.unknown()).max(maxItems)])
    .optional()
    .catch(undefined),
  publicIds: tolerantList(publicId),
  remarks: tolerantList(remark),
  /** Read one level at a time, so that deep nesting is harmless. */
  entities: z.array(z.unknown()).optional().catch(undefined),
});
export type Entity = z.output<typeof entityShape>;

const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])
  .optional()
  .catch(undefined);
const integer = (max: number) => z.coerce.number().int().min(0).max(max);
const dsRecord = z.object({
  keyTag: integer(65_535),
  algorithm: integer(255),
  digestType: integer(255),
  digest: z
    .string()
    .max(maxTextLength)
    .transform((digest) => digest.replaceAll(/\s/g, '').toUpperCase())
    .refine((digest) => /^(?:[0-9A-F]{2})+$/.test(digest)),
});

/** An item of `redacted` (RFC 9537 section 4.2). */
const redaction = z.object({
  name: z.object({ type: optionalText, description: optionalText }).optional().catch(undefined),
  prePath: optionalText,
  postPath: optionalText,
  replacementPath: optionalText,
});
export type Redaction = z.output<typeof redaction>;

export const domainShape = z.object({
  objectClassName: optionalText,
  ldhName: optionalText,
  unicodeName: optionalText,
  status: texts,
  events: tolerantList(event),
  entities: z.array(z.unknown()).optional().catch(undefined),
  nameservers: tolerantList(z.object({ ldhName: optionalText, unicodeName: optionalText })),
  secureDNS: z
    .object({ delegationSigned: flag, dsData: tolerantList(dsRecord) })
    .optional()
    .catch(undefined),
  links: tolerantList(link),
  remarks: tolerantList(remark),
  redacted: tolerantList(redaction),
  /** Some servers send an error with status 200. */
  errorCode: z.coerce.number().int().optional().catch(undefined),
});
export type DomainResponse = z.output<typeof domainShape>;

/** The text of a jCard's property; undefined without one. */
export function cardText({ vcardArray }: Entity, property: string): string | undefined {
  for (const item of vcardArray?.[1] ?? []) {
    const parsed = cardProperty.safeParse(item);
    if (!parsed.success || parsed.data[0].toLowerCase() !== property) continue;
    const value = parsed.data[3];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return undefined;
}
