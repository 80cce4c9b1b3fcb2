/**
 * `npm run generate`: the types of each service's resolvers and their arguments, from its SDL, into
 * `services/NAME/src/graphql.generated.ts` (types only: nothing of it is needed to run), and the web's documents.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import * as typescript from '@graphql-codegen/typescript';
import * as resolvers from '@graphql-codegen/typescript-resolvers';
import type { ServiceName } from '@nameloan/contracts/platform';
import { serviceNames } from '@nameloan/contracts/platform';
import { subgraphSdl } from '@nameloan/gateway/compose';
import { parse } from 'graphql';
import { generateWebDocuments } from './web-documents.ts';
import { writeIfNew } from './write-if-new.ts';

const services = join(import.meta.dirname, '../../services');

const options = {
  federation: true,
  useTypeImports: true,
  enumsAsTypes: true,
  immutableTypes: true,
  skipTypename: true,
  makeResolverTypeCallable: true,
  // A resolver may leave out what may be null; a client's variables come as null or not at all.
  maybeValue: 'T | null | undefined',
  contextType: '@nameloan/subgraph/graphql/context#Context',
  strictScalars: true,
  // The stored value, not the name.
  enumValues: { ContractKind: '@nameloan/contracts/loan#ContractKind' },
  scalars: {
    Cents: 'number',
    BasisPoints: 'number',
    DateTime: 'Date',
    CalendarDate: { input: 'string', output: 'Date | string' },
    _FieldSet: 'string',
  },
};

/** The resolvers that a service must have; see `ResolverTable` in packages/subgraph/src/graphql/resolver-table.ts. */
const tail = `
/** What stands behind an enum is defined by the subgraph runtime, as scalars are. */
type Tables = Omit<Resolvers, ${Object.keys(options.enumValues)
  .map((name) => `'${name}'`)
  .join(' | ')}>;
/** All resolvers of this service. */
export type ServiceResolvers = ResolverTable<Tables, ResolversParentTypes>;
/** The resolvers that one entity contributes. */
export type Fields = PartialResolverTable<Tables>;
`;

/** GraphQL type → the entity behind it, as `./offer/offer.ts#Offer`; every other type is its own entity. */
function readMappers(name: ServiceName): Record<string, string> {
  const mappers = JSON.parse(
    readFileSync(join(services, name, 'src/graphql-mappers.json'), 'utf8'),
  );
  return Object.fromEntries(
    Object.entries(mappers).map(([type, entity]) => [type, `${entity} as ${type}Entity`]),
  );
}

async function generate(name: ServiceName): Promise<void> {
  const file = join(services, name, 'src/graphql.generated.ts');
  const body = await codegen({
    filename: file,
    documents: [],
    schema: parse(subgraphSdl(name)),
    config: { ...options, mappers: readMappers(name) },
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript, resolvers },
  });
  const tables =
    "import type { PartialResolverTable, ResolverTable } from '@nameloan/subgraph/graphql/resolver-table';\n";
  // The plugin re-exports such an enum as if it were a value.
  const own = body.replace(/^export \{ \w+ \};\n/gm, '');
  const text = `/** Made by \`npm run types\` from this service's SDL. */\n\n${tables}${own}${tail}`;
  writeIfNew(file, text);
}

await Promise.all([...serviceNames.map(generate), generateWebDocuments()]);
