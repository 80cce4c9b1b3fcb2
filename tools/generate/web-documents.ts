/**
 * The web's GraphQL documents as TypeScript: next to each `NAME.graphql` of `web/src` a `NAME.generated.ts` with its typed
 * documents and fragments. Scalars, enums and inputs are in `web/src/graph/schema.generated.ts`.
 */

import { globSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { codegen } from '@graphql-codegen/core';
import { preset } from '@graphql-codegen/near-operation-file-preset';
import * as typescript from '@graphql-codegen/typescript';
import * as operations from '@graphql-codegen/typescript-operations';
import { extendWithLive } from '@nameloan/gateway/live/schema';
import { apiSchemaOf, readCommittedSupergraph } from '@nameloan/gateway/supergraph';
import { concatAST, parse, printSchema, validate } from 'graphql';
import type { Source } from './write-documents.ts';
import { filesByFragment, generatedFileOf, writeDocuments } from './write-documents.ts';
import { writeIfNew } from './write-if-new.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'web/src');
const runtimeFile = join(folder, 'graph/with-fragments.ts');
const header = '/** Made by `npm run generate`. */\n\n';
const typesFile = join(folder, 'graph/schema.generated.ts');

const scalars = {
  ID: 'string',
  Cents: 'number',
  BasisPoints: 'number',
  DateTime: 'string',
  CalendarDate: 'string',
};

/** Only input types and enums: objects are typed by the fragment that selects them. */
const typesConfig = {
  scalars,
  strictScalars: true,
  enumsAsTypes: true,
  useTypeImports: true,
  immutableTypes: true,
  maybeValue: 'T | null',
};

/** Enums are imported from the one file that has them. */
const operationsConfig = {
  ...typesConfig,
  onlyOperationTypes: true,
  nonOptionalTypename: false,
  skipTypename: true,
  importExtension: '.ts',
  emitLegacyCommonJSImports: false,
};

export async function generateWebDocuments(): Promise<void> {
  const schemaAst = extendWithLive(await apiSchemaOf(readCommittedSupergraph()));
  const schema = parse(printSchema(schemaAst));
  const sources: Source[] = globSync('**/*.graphql', { cwd: folder })
    .sort()
    .map((file) => join(folder, file))
    .map((location) => ({ location, document: parse(readFileSync(location, 'utf8')) }));
  const faults = validate(schemaAst, concatAST(sources.map(({ document }) => document)));
  if (faults.length > 0) throw new Error(faults.map(String).join('\n\n'));
  const homes = filesByFragment(sources);
  const types = await codegen({
    filename: typesFile,
    schema,
    documents: [],
    config: typesConfig,
    plugins: [{ typescript: {} }],
    pluginMap: { typescript },
  });
  writeIfNew(typesFile, `${header}${types}`);
  const sections = await preset.buildGeneratesSection({
    baseOutputDir: folder,
    presetConfig: { baseTypesPath: 'graph/schema.generated.ts', cwd: root },
    schema,
    schemaAst,
    documents: sources,
    config: operationsConfig,
    plugins: [{ operations: {} }],
    pluginMap: { operations },
    profiler: { run: (made: () => Promise<unknown>) => made(), collect: () => [] },
  } as never);
  const own = new Map(sources.map((source) => [generatedFileOf(source.location), source]));
  for (const section of sections) {
    const source = own.get(section.filename);
    if (!source) throw new Error(`no document belongs to ${section.filename}`);
    const whole = await codegen(section as never);
    const typed = whole.includes('Types.')
      ? whole
      : whole.replace(/^import type \* as Types .*$/m, '');
    const documents = writeDocuments(source, homes, runtimeFile);
    writeIfNew(section.filename, `${header}${typed}\n${documents}\n`);
  }
  sweep(new Set([typesFile, ...own.keys()].map((file) => relative(folder, file))));
}

/** What a document that is gone has left. */
function sweep(made: ReadonlySet<string>): void {
  for (const file of globSync('**/*.generated.ts', { cwd: folder }))
    if (!made.has(file)) rmSync(join(folder, file));
}
