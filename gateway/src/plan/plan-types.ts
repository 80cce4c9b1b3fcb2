/** What a compiled plan is made of, and what one request carries through it. */

import type { GraphqlResponse } from '@nameloan/service/local-services.ts';
import type { GraphQLError } from 'graphql';
import type { Tree } from './merge-trees.ts';

/** One fetch of a plan; the same object each time, so that whoever runs it may keep what it has prepared. */
export interface PlannedFetch {
  part: string;
  query: string;
  operationName: string | undefined;
  mutation: boolean;
}

export type Variables = Readonly<Record<string, unknown>>;

/** Sends a fetch to its part. Rejects where the part does not answer, with the error to tell. */
export type Send = (fetch: PlannedFetch, variables: Variables) => Promise<GraphqlResponse>;

/** One request. */
export interface Run {
  /** As they were given: a subgraph has the defaults itself. */
  variables: Variables;
  /** With their defaults, where the plan or the answer depends on any. */
  conditions: Variables;
  send: Send;
  /** In the order in which they came. */
  errors: GraphQLError[];
  /** All that was fetched, merged. */
  root: Tree;
}

/** Runs one node of a plan on what lies at its place: an object, or a list of objects and nulls. */
export type RunNode = (run: Run, at: unknown) => Promise<void> | undefined;

/** Of a document: what tells it from others, and how long it is, all forms that are kept of it together. */
export interface DocumentText {
  hash: string;
  units: number;
}

/** Steps to a place in the answer; `@` is each item of a list. */
export type PlanPath = readonly (string | number)[];
