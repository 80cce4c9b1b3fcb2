/** The types of compiled plans and of one request's run through them. */

import type { GraphQLError } from 'graphql';
import type { GraphqlResponse } from '../local-services.ts';
import type { Tree } from './merge-trees.ts';

/** One fetch of a plan; always the same object, so that services can cache what they prepare for it. */
export interface PlannedFetch {
  service: string;
  query: string;
  operationName: string | undefined;
  mutation: boolean;
}

export type Variables = Readonly<Record<string, unknown>>;

/** Sends a fetch to its service. Rejects with the error to report if the service does not respond. */
export type Send = (fetch: PlannedFetch, variables: Variables) => Promise<GraphqlResponse>;

/** One request. */
export interface Run {
  /** As given by the client; subgraphs apply the defaults themselves. */
  variables: Variables;
  /** Including defaults, if the plan or the response depends on any. */
  conditions: Variables;
  send: Send;
  /** In order of arrival. */
  errors: GraphQLError[];
  /** All fetched data, merged. */
  root: Tree;
}

/** Runs a plan node on the value at its path: an object, or a list of objects and nulls. */
export type RunNode = (run: Run, at: unknown) => Promise<void> | undefined;

/** The hash of a document's text, and its length times the number of cached forms. */
export interface DocumentText {
  hash: string;
  units: number;
}

/** A path in the response; `@` stands for each item of a list. */
export type PlanPath = readonly (string | number)[];
