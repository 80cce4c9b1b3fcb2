/** Operations that are compiled already: found by their document, and by its text where another one has the same. */

import type { DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { RunOperation } from './compile-operation.ts';
import type { DocumentText } from './plan-types.ts';

/** What a compiled operation takes in memory for each character of its document, about; and what all kept ones may take. */
const bytesPerUnit = 256;
const keptBytes = 16 * 1024 * 1024;

/** Null: it is left to the stock executor. */
export type Compiled = RunOperation | null;

export interface CompileNeeds {
  make(document: DocumentNode, operationName: string | undefined): Compiled;
  textOf(document: DocumentNode): DocumentText;
}

export class CompiledOperations {
  readonly #byDocument = new WeakMap<DocumentNode, Map<string, Compiled>>();
  readonly #byText = new LRUCache<string, { compiled: Compiled; units: number }>({
    maxSize: keptBytes,
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
    const { hash, units } = this.#needs.textOf(document);
    const key = `${hash} ${operationName ?? ''}`;
    const known = this.#byText.get(key);
    if (known) return known.compiled;
    const compiled = this.#needs.make(document, operationName);
    this.#byText.set(key, { compiled, units });
    return compiled;
  }
}
