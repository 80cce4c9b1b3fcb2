/** The gateway knows no business entity: its code names no type, query or mutation of the graph. */

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { isIntrospectionType, isObjectType, isScalarType } from 'graphql';
import { extendWithLive } from './live/schema.ts';
import { apiSchemaOf, readCommittedSupergraph } from './supergraph.ts';

/** Keywords of content security policies and of our own code, and the price in an error's details, which REST converts. */
const otherMeanings = new Set(["'now'", "'self'", 'Quote']);

const gateway = resolve(import.meta.dirname, '..');

test('the code of the gateway names no type, field or value of a service', async () => {
  const schema = extendWithLive(await apiSchemaOf(readCommittedSupergraph()));
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const names = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (isScalarType(type) || isIntrospectionType(type)) continue;
    if (!isObjectType(type) || !roots.includes(type)) names.add(type.name);
  }
  for (const root of roots) {
    for (const field of Object.keys(root?.getFields() ?? {})) names.add(`'${field}'`);
  }
  const files = globSync('src/**/*.ts', { cwd: gateway })
    .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
    .sort();
  const found = files.flatMap((file) => {
    const code = readFileSync(join(gateway, file), 'utf8').replace(
      /\/\*[\s\S]*?\*\/|\/\/.*$/gm,
      '',
    );
    const words = new Set(code.match(/'\w+'|\b[A-Z]\w+\b/g) ?? []);
    return [...words]
      .filter((word) => names.has(word) && !otherMeanings.has(word))
      .map((word) => `${file}: ${word}`);
  });
  assert.ok(names.size > 100);
  assert.deepEqual(found, []);
});
