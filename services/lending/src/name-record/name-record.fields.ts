/** GraphQL resolvers of the loans on a name, by its listing, its loan or its domain. */

import type { Context } from '@nameloan/subgraph/graphql/context';
import { load } from '@nameloan/subgraph/graphql/context';
import type { Fields } from '../graphql.generated.ts';
import { readNameRecords } from './read-name-records.ts';

const loadRecord = (domainName: string, context: Context) =>
  load(context, { name: 'record of the name', id: domainName }, readNameRecords);

export const nameRecordFields = {
  Listing: {
    loansOfName: ({ domainName }, _, context) => loadRecord(domainName, context),
  },
  Escrow: {
    loansOfName: ({ domainName }, _, context) => loadRecord(domainName, context),
  },
  Domain: {
    loansOfName: ({ name }, _, context) => (name === undefined ? null : loadRecord(name, context)),
  },
} satisfies Fields;
