/** A user of the web app: stored GraphQL operations and live subscriptions, no REST. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Subscriber, Subscription } from '@nameloan/driver/connect-subscriber';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import type { FragmentDefinitionNode, OperationDefinitionNode } from 'graphql';
import { Kind, parse, print, visit } from 'graphql';
import type { RestObject } from './loans.ts';

const file = new URL('../journeys/web.graphql', import.meta.url);
const { definitions } = parse(readFileSync(file, 'utf8'));

const fragments = new Map<string, FragmentDefinitionNode>();
const operations = new Map<string, OperationDefinitionNode>();
for (const one of definitions) {
  if (one.kind === Kind.FRAGMENT_DEFINITION) fragments.set(one.name.value, one);
  if (one.kind === Kind.OPERATION_DEFINITION) operations.set(one.name?.value ?? '', one);
}

/** The document of one operation with its fragments. */
function documentOf(name: string): string {
  const operation = operations.get(name);
  assert.ok(operation, `no operation ${name}`);
  const texts = [print(operation)];
  visit(operation, {
    FragmentSpread: (spread) => {
      const fragment = fragments.get(spread.name.value);
      if (fragment) texts.push(print(fragment));
    },
  });
  return texts.join('\n');
}

/** Operations that no test has run yet, to detect unused ones. */
export const unusedOperations = new Set(operations.keys());

export class WebUser {
  readonly url: string;
  readonly name: string;
  readonly email: string;
  readonly password = 'a long enough secret';
  token: string | undefined;
  #socket: Subscriber | undefined;

  constructor(url: string, account: { name: string; email: string }) {
    this.url = url;
    this.name = account.name;
    this.email = account.email;
  }

  async register(): Promise<this> {
    const { name, email, password } = this;
    const tokens = await this.run('Register', { name, email, password });
    this.token = tokens.token;
    return this;
  }

  /** Runs a stored operation; resolves to its only field. Throws with the code and message of its first error. */
  async run(name: string, variables: Record<string, unknown> = {}): Promise<RestObject> {
    const { data, errors } = await this.#execute(name, variables);
    if (errors) throw new Error(`${name}: ${errors[0].extensions?.code} ${errors[0].message}`);
    return Object.values(data)[0];
  }

  /** Runs an operation that must fail; resolves to its error code. */
  async codeOf(name: string, variables: Record<string, unknown> = {}): Promise<string> {
    const { errors } = await this.#execute(name, variables);
    assert.ok(errors, `${name} did not fail`);
    return errors[0].extensions.code;
  }

  async #execute(operationName: string, variables: Record<string, unknown>): Promise<RestObject> {
    unusedOperations.delete(operationName);
    const response = await fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(this.token ? { 'x-access-token': this.token } : {}),
      },
      body: JSON.stringify({ query: documentOf(operationName), variables, operationName }),
    });
    return response.json();
  }

  watch(name: string, variables: Record<string, unknown> = {}): Subscription {
    unusedOperations.delete(name);
    this.#socket ??= connectSubscriber(this.url, this.token);
    return this.#socket.watch(documentOf(name), variables);
  }

  async disconnect(): Promise<void> {
    await this.#socket?.dispose();
  }
}
