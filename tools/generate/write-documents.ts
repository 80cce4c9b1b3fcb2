/** Prints GraphQL documents as code: each definition once, in the file next to its `.graphql`; spread fragments are imported. */

import { dirname, relative } from 'node:path';
import type {
  DefinitionNode,
  DocumentNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
} from 'graphql';
import { Kind, visit } from 'graphql';

export interface Source {
  location: string;
  document: DocumentNode;
}

type Executable = FragmentDefinitionNode | OperationDefinitionNode;

const isExecutable = (node: DefinitionNode): node is Executable =>
  node.kind === Kind.FRAGMENT_DEFINITION || node.kind === Kind.OPERATION_DEFINITION;

const listDefinitions = ({ document }: Source) => document.definitions.filter(isExecutable);

export const generatedFileOf = (location: string) =>
  location.replace(/\.graphql$/, '.generated.ts');

/** Names of the fragments that a definition spreads directly. */
function listSpreads(node: Executable): string[] {
  const names = new Set<string>();
  visit(node, { FragmentSpread: ({ name }) => void names.add(name.value) });
  return [...names];
}

/** Sorts the definitions of a file: fragments before the definitions that spread them. */
function sortByDependency(definitions: Executable[]): Executable[] {
  const byName = new Map(definitions.map((node) => [node.name?.value ?? '', node]));
  const ordered = new Set<Executable>();
  const add = (node: Executable) => {
    for (const name of listSpreads(node)) {
      const inner = byName.get(name);
      if (inner && inner !== node && !ordered.has(inner)) add(inner);
    }
    ordered.add(node);
  };
  for (const node of definitions) add(node);
  return [...ordered];
}

/** Keys that clients don't need: source locations and empty lists. */
const isOmitted = (key: string, value: unknown) =>
  key === 'loc' || (Array.isArray(value) && value.length === 0);

const suffixes = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;

function printConstant(node: Executable): string {
  const name = node.name?.value;
  if (!name) throw new Error('a document of the web app has no name');
  const fragments = listSpreads(node).map((one) => `${one}Doc`);
  const json = JSON.stringify(node, (key, value) => (isOmitted(key, value) ? undefined : value));
  const [constant, types] =
    node.kind === Kind.FRAGMENT_DEFINITION
      ? [`${name}Doc`, `${name}Fragment, unknown`]
      : [
          `${name}Document`,
          `${name}${suffixes[node.operation]}, ${name}${suffixes[node.operation]}Variables`,
        ];
  return `export const ${constant} = /* @__PURE__ */ withFragments<${types}>(${json}, [${fragments.join(', ')}]);`;
}

function importPath(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}

/** The constants of one source; `fragmentFiles`: fragment name → its generated file. */
export function writeDocuments(
  source: Source,
  fragmentFiles: ReadonlyMap<string, string>,
  runtimeFile: string,
) {
  const file = generatedFileOf(source.location);
  const definitions = sortByDependency(listDefinitions(source));
  const imports = new Map<string, string[]>();
  for (const name of new Set(definitions.flatMap(listSpreads))) {
    const fragmentFile = fragmentFiles.get(name);
    if (!fragmentFile)
      throw new Error(`${source.location} spreads ${name}, which no document defines`);
    if (fragmentFile !== file)
      imports.set(fragmentFile, [...(imports.get(fragmentFile) ?? []), `${name}Doc`]);
  }
  const lines = [...imports].map(
    ([fragmentFile, names]) =>
      `import { ${names.sort().join(', ')} } from '${importPath(file, fragmentFile)}';`,
  );
  return [
    `import { withFragments } from '${importPath(file, runtimeFile)}';`,
    ...lines,
    ...definitions.map(printConstant),
  ].join('\n');
}

/** Generated file of each fragment. Two fragments with one name are an error, because clients identify fragments by name. */
export function filesByFragment(sources: readonly Source[]): Map<string, string> {
  const fragmentFiles = new Map<string, string>();
  for (const source of sources) {
    for (const node of listDefinitions(source)) {
      if (node.kind !== Kind.FRAGMENT_DEFINITION) continue;
      const name = node.name.value;
      if (fragmentFiles.has(name)) throw new Error(`two fragments have the name ${name}`);
      fragmentFiles.set(name, generatedFileOf(source.location));
    }
  }
  return fragmentFiles;
}
