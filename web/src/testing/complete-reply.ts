/** Completes a test's reply: a selected field that it leaves out is null, as a server sends a field without a value. */

import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';

type Json = Record<string, unknown>;

/** A copy of `data` with every field that `document` selects. Samples then need no edit for a new nullable field. */
export function completeReply(document: DocumentNode, data: Json): Json {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === 'FragmentDefinition') fragments.set(node.name.value, node);
  const operation = document.definitions.find((node) => node.kind === 'OperationDefinition');
  return operation ? completeObject(data, operation.selectionSet, fragments) : data;
}

function completeObject(
  value: Json,
  { selections }: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): Json {
  let completed = { ...value };
  for (const one of selections) {
    if (one.kind !== 'Field') {
      const inner = one.kind === 'FragmentSpread' ? fragments.get(one.name.value) : one;
      if (inner) completed = completeObject(completed, inner.selectionSet, fragments);
      continue;
    }
    const key = one.alias?.value ?? one.name.value;
    if (key === '__typename') continue;
    const present = completed[key] ?? null;
    completed[key] = one.selectionSet
      ? completeValue(present, one.selectionSet, fragments)
      : present;
  }
  return completed;
}

function completeValue(
  value: unknown,
  set: SelectionSetNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): unknown {
  if (Array.isArray(value)) return value.map((item) => completeValue(item, set, fragments));
  if (typeof value !== 'object' || value === null) return value;
  return completeObject(value as Json, set, fragments);
}
