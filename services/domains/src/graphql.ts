/** Door for people: field → use case. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { signedIn } from '@nameloan/service/graphql/context.ts';
import { setNameservers } from './custody/nameservers/set-nameservers.ts';
import { cancelTransferIn } from './custody/transfer-in/cancel-transfer-in.ts';
import { transferIn } from './custody/transfer-in/transfer-in.ts';
import { cancelTransferOut, transferOut } from './custody/transfer-out/transfer-out.ts';
import { addDomain } from './domain/add-domain.ts';
import type { Page } from './domain/read-domains.ts';
import { listDomains, readDomain } from './domain/read-domains.ts';
import { removeDomain } from './domain/remove-domain.ts';
import { Domain, Listing } from './domain/show-domain.ts';
import { queueCheck } from './proof/queue-check.ts';
import { renewDomain } from './renewal/renew-domain.ts';

type One = { id: string };

export const people = {
  Query: {
    domains: (_: unknown, at: Page, context: Context) => listDomains(signedIn(context), at),
    domain: (_: unknown, { id }: One, context: Context) => readDomain(signedIn(context), id),
  },
  Mutation: {
    addDomain: (_: unknown, { domain }: { domain: string }, context: Context) =>
      addDomain(signedIn(context), domain),
    removeDomain: (_: unknown, { id }: One, context: Context) =>
      removeDomain(signedIn(context), id),
    verifyDomain: (_: unknown, { id }: One, context: Context) => queueCheck(signedIn(context), id),
    transferIn: (_: unknown, args: One & { transferCode: string }, context: Context) =>
      transferIn(signedIn(context), args.id, args.transferCode),
    cancelTransferIn: (_: unknown, { id }: One, context: Context) =>
      cancelTransferIn(signedIn(context), id),
    transferOut: (_: unknown, { id }: One, context: Context) => transferOut(signedIn(context), id),
    cancelTransferOut: (_: unknown, { id }: One, context: Context) =>
      cancelTransferOut(signedIn(context), id),
    setNameservers: (_: unknown, args: One & { nameservers: string[] }, context: Context) =>
      setNameservers(signedIn(context), args.id, args.nameservers),
    renewDomain: (_: unknown, { id }: One, context: Context) => renewDomain(signedIn(context), id),
  },
  Domain,
  Listing,
};
