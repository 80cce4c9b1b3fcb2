/** Builds a document from a definition and the fragments it spreads, each once. */

import type { TypedDocumentNode } from '@apollo/client';
import type { DefinitionNode, DocumentNode } from 'graphql';

export function withFragments<Result, Variables>(
  definition: unknown,
  fragments: readonly DocumentNode[],
): TypedDocumentNode<Result, Variables> {
  const definitions = new Set([
    definition as DefinitionNode,
    ...fragments.flatMap((fragment) => fragment.definitions),
  ]);
  return { kind: 'Document', definitions: [...definitions] } as unknown as TypedDocumentNode<
    Result,
    Variables
  >;
}
