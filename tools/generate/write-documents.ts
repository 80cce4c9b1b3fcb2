/** Documents as code: each definition once, in the file next to its `.graphql`; a spread fragment is imported. */

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

const definitionsOf = ({ document }: Source) => document.definitions.filter(isExecutable);

export const generatedFileOf = (location: string) =>
  location.replace(/\.graphql$/, '.generated.ts');

/** Names of the fragments that a definition spreads itself. */
function spreadsOf(node: Executable): string[] {
  const names = new Set<string>();
  visit(node, { FragmentSpread: ({ name }) => void names.add(name.value) });
  return [...names];
}

/** In a file, what is spread stands before what spreads it. */
function inOrder(definitions: Executable[]): Executable[] {
  const byName = new Map(definitions.map((node) => [node.name?.value ?? '', node]));
  const ordered = new Set<Executable>();
  const add = (node: Executable) => {
    for (const name of spreadsOf(node)) {
      const inner = byName.get(name);
      if (inner && inner !== node && !ordered.has(inner)) add(inner);
    }
    ordered.add(node);
  };
  for (const node of definitions) add(node);
  return [...ordered];
}

/** What a reader of documents does without: places in the file, lists with nothing in them. */
const isIdle = (key: string, value: unknown) =>
  key === 'loc' || (Array.isArray(value) && value.length === 0);

const suffixes = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' } as const;

function constantOf(node: Executable): string {
  const name = node.name?.value;
  if (!name) throw new Error('a document of the web has no name');
  const fragments = spreadsOf(node).map((one) => `${one}Doc`);
  const json = JSON.stringify(node, (key, value) => (isIdle(key, value) ? undefined : value));
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

/** The constants of one source; `homes`: fragment name → the generated file that has it. */
export function writeDocuments(source: Source, homes: ReadonlyMap<string, string>, kit: string) {
  const file = generatedFileOf(source.location);
  const definitions = inOrder(definitionsOf(source));
  const imports = new Map<string, string[]>();
  for (const name of new Set(definitions.flatMap(spreadsOf))) {
    const home = homes.get(name);
    if (!home) throw new Error(`${source.location} spreads ${name}, which no document defines`);
    if (home !== file) imports.set(home, [...(imports.get(home) ?? []), `${name}Doc`]);
  }
  const lines = [...imports].map(
    ([home, names]) => `import { ${names.sort().join(', ')} } from '${importPath(file, home)}';`,
  );
  return [
    `import { withFragments } from '${importPath(file, kit)}';`,
    ...lines,
    ...definitions.map(constantOf),
  ].join('\n');
}

/** Location of each fragment. Two with one name are an error, because clients identify fragments by name. */
export function filesByFragment(sources: readonly Source[]): Map<string, string> {
  const homes = new Map<string, string>();
  for (const source of sources) {
    for (const node of definitionsOf(source)) {
      if (node.kind !== Kind.FRAGMENT_DEFINITION) continue;
      const name = node.name.value;
      if (homes.has(name)) throw new Error(`two fragments are called ${name}`);
      homes.set(name, generatedFileOf(source.location));
    }
  }
  return homes;
}
