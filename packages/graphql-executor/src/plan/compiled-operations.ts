/** A cache of compiled operations, keyed by document and by text, so that equal documents share an entry. */

import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RunOperation } from './compile-operation.ts';
import type { DocumentText } from './plan-types.ts';

/** The approximate memory of a compiled operation per character, and the limit of the cache. */
const bytesPerUnit = 256;
const maxCacheBytes = 16 * 1024 * 1024;

/** Null: the stock executor runs it. */
export type Compiled = RunOperation | null;

export interface CompileNeeds {
  compile(document: DocumentNode, operationName: string | undefined): Compiled;
  documentText(document: DocumentNode): DocumentText;
}

export class CompiledOperations {
  readonly #byDocument = new WeakMap<DocumentNode, Map<string, Compiled>>();
  readonly #byText = new LRUCache<string, { compiled: Compiled; units: number }>({
    maxSize: maxCacheBytes,
    sizeCalculation: ({ units }) => 1 + units * bytesPerUnit,
  });
  readonly #needs: CompileNeeds;

  constructor(needs: CompileNeeds) {
    this.#needs = needs;
  }

  of(document: DocumentNode, operationName: string | undefined): Compiled {
    const name = operationName ?? '';
    let byName = this.#byDocument.get(document);
    const known = byName?.get(name);
    if (known !== undefined) return known;
    const found = this.#find(document, operationName);
    if (!byName) {
      byName = new Map();
      this.#byDocument.set(document, byName);
    }
    byName.set(name, found);
    return found;
  }

  #find(document: DocumentNode, operationName: string | undefined): Compiled {
    const { hash, units } = this.#needs.documentText(document);
    const key = `${hash} ${operationName ?? ''}`;
    const known = this.#byText.get(key);
    if (known) return known.compiled;
    const compiled = this.#needs.compile(document, operationName);
    this.#byText.set(key, { compiled, units });
    return compiled;
  }
}
