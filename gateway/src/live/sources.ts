/** The sources of live fields: the query that reads each one, and the signals that trigger a read. */

import type { ChangeSignal } from '@nameloan/contracts/topics';
import { accountTopic, liveTopic } from '@nameloan/contracts/topics';
import { buildSchema, getDirectiveValues, visit } from 'graphql';
import { liveFields } from './schema.ts';

/** The arguments of a live field. */
export type Args = Readonly<Record<string, string | undefined>>;

/** What a service declares for a live field. */
export interface Source {
  /**
   * `STATE`: sent now and after every change. `ITEM`: sent by id after each signal. `LIST`: a list that only grows; new
   * items are sent from each subscriber's own position.
   */
  kind: 'STATE' | 'ITEM' | 'LIST';
  /** The query field that reads one item, the current state, or the list items after `after`, oldest first. */
  read: string;
  /** The argument with the id of the state or list; absent: the caller's own. */
  of?: string;
  /** The query field that lists the items newer than `after`, newest first. */
  replay?: string;
  /** The signals that trigger a read. */
  signals: readonly ChangeSignal['what'][];
  /** Kind of topic: `account` is the caller's own; any other is the topic of the id. */
  topic: string;
  /** The query field that reads what a list belongs to; a subscriber that may not read it loses the subscription. */
  access?: string;
  /** The message for an id that cannot exist. */
  notFound?: string;
  /** Whether all subscribers see the same data, so that one read serves all of them. */
  sameForAll?: boolean;
}

const directive = buildSchema(`
  directive @live(
    kind: LiveKind!
    read: String!
    topic: String!
    signals: [String!]!
    of: String
    replay: String
    access: String
    notFound: String
    sameForAll: Boolean
  ) on FIELD_DEFINITION
  enum LiveKind { STATE ITEM LIST }
  type Query { unused: ID }
`).getDirective('live');

function readSources(): Record<string, Source> {
  const found: Record<string, Source> = {};
  visit(liveFields, {
    FieldDefinition: (field) => {
      const values = directive && getDirectiveValues(directive, field);
      if (!values) throw new Error(`the live field ${field.name.value} has no @live directive`);
      found[field.name.value] = { ...values } as unknown as Source;
    },
  });
  return found;
}

/** All live fields. */
export const sources: Readonly<Record<string, Source>> = readSources();

/** Whether the field is the caller's own state, which needs no id. */
export const isOwnState = ({ kind, of }: Source) => kind === 'STATE' && of === undefined;

/** The id that the arguments name. */
export const idOf = ({ of }: Source, args: Args) => (of === undefined ? undefined : args[of]);

export function topicOf(source: Source, args: Args, accountId: string): string {
  if (source.topic === 'account') return accountTopic(accountId);
  return liveTopic(source.topic, idOf(source, args) ?? '');
}
