/** insert, update and delete. */

import { stamped, storable } from '../bson/identity.ts';
import { showValue } from '../bson/show.ts';
import { parseSort } from '../bson/sort.ts';
import type { Document, Value } from '../bson/values.ts';
import { asNumber, isDocument } from '../bson/values.ts';
import { step } from '../effort.ts';
import { fault, MongoFault, notImplemented } from '../errors.ts';
import type { ScannedDocument } from '../plan/scan.ts';
import { positionOf, runQuery } from '../plan/scan.ts';
import { parseCollation } from '../query/collation.ts';
import type { Predicate } from '../query/filter.ts';
import { compileFilter } from '../query/matcher.ts';
import { checkNamespace } from '../store/catalog.ts';
import { Blocked } from '../txn/transaction.ts';
import type { Writer } from '../txn/writer.ts';
import { compileUpdate } from '../update/compile.ts';
import { upsertDocument } from '../update/upsert.ts';
import type { CommandTable, Request } from './request.ts';
import {
  arrayOption,
  documentOption,
  letOption,
  missingField,
  runWrite,
  strictOption,
  wrongField,
} from './request.ts';

const maxBatch = 100_000;

type Outcome = {
  n: number;
  nModified: number;
  upserted?: Value;
  after?: Document;
  before?: Document;
};

/** What a statement asks of its documents, shared by update, delete and findAndModify. */
export type Selection = {
  ns: string;
  filter: Document;
  collation: Value | undefined;
  hint: Value | undefined;
  sort: Value | undefined;
  variables: Document;
  multi: boolean;
};

/** The selection's filter, read by its collation. */
export function matcherOf({ filter, collation, variables }: Selection): Predicate {
  return compileFilter(filter, { fold: parseCollation(collation)?.fold, variables });
}

function select(writer: Writer, selection: Selection): ScannedDocument[] {
  const { ns, filter, hint } = selection;
  const collation = parseCollation(selection.collation);
  const matches = matcherOf(selection);
  const collection = writer.collection(ns);
  const sort = parseSort(selection.sort);
  if (collation && sort.length > 0) throw notImplemented('A sort under a collation');
  if (!collection) return [];
  const query = { filter, sort, limited: !selection.multi, hint, collation, matches };
  return [...runQuery(collection, selection.multi ? query : { ...query, limit: 1 })];
}

export type Change = {
  update: Value | undefined;
  arrayFilters: Value | undefined;
  upsert: boolean;
};

/** Applies one update statement; the reply's figures and, of a single one, the document before and after. */
export function applyUpdate(writer: Writer, selection: Selection, change: Change): Outcome {
  const { variables, filter, ns } = selection;
  const fold = parseCollation(selection.collation)?.fold;
  const { arrayFilters } = change;
  const update = compileUpdate(change.update, { arrayFilters, variables, fold });
  if (selection.multi && update.kind === 'replacement')
    throw fault(9, 'multi update is not supported for replacement-style update');
  const now = new Date();
  const found = select(writer, selection);
  const outcome: Outcome = { n: found.length, nModified: 0 };
  const matches = update.usesPosition ? matcherOf(selection) : undefined;
  for (const { rid, document } of found) {
    step();
    const matched = matches ? positionOf(document, matches) : undefined;
    const { after, same } = update.apply(document, { matched, inserting: false, now });
    outcome.before = document;
    outcome.after = after;
    if (same) continue;
    writer.replace(ns, rid, after);
    outcome.nModified++;
  }
  if (found.length > 0 || !change.upsert) return outcome;
  const document = upsertDocument(filter, update, now);
  writer.ensure(ns);
  writer.insert(ns, document);
  return { n: 1, nModified: 0, upserted: document._id as Value, after: document };
}

export function applyDelete(writer: Writer, selection: Selection): ScannedDocument[] {
  const found = select(writer, selection);
  for (const { rid } of found) writer.remove(selection.ns, rid);
  return found;
}

type Statements<T> = { items: T[]; ordered: boolean; run: (item: T, at: number) => void };

/** Runs statements; a failure is noted and, when ordered, ends the command. In a transaction it is thrown. */
function runAll<T>(writer: Writer, { items, ordered, run }: Statements<T>): Document[] {
  if (items.length === 0 || items.length > maxBatch)
    throw fault(
      16,
      `Write batch sizes must be between 1 and ${maxBatch}. Got ${items.length} operations.`,
    );
  const errors: Document[] = [];
  for (const [index, item] of items.entries()) {
    try {
      run(item, index);
    } catch (error) {
      if (error instanceof Blocked || writer.transaction || !(error instanceof MongoFault))
        throw error;
      errors.push({ index, code: error.code, errmsg: error.message, ...(error.extra as Document) });
      if (ordered) break;
    }
  }
  return errors;
}

/** The reply's figures, in the real server's order: what came of it, what failed, what else. */
function replyOf(n: number, errors: Document[], more: Document = {}): Document {
  return { n, ...(errors.length > 0 ? { writeErrors: errors } : {}), ...more, ok: 1 };
}

function documentAt(owner: string): (item: Value, at: number) => Document {
  return (item, at) => {
    if (isDocument(item)) return item;
    throw wrongField(`${owner}.${at}`, item, "type 'object'");
  };
}

function isOrdered(body: Document): boolean {
  return body.ordered === undefined || strictOption(body, 'ordered');
}

function insert(request: Request): Document | Promise<Document> {
  const { body, database } = request;
  const ns = checkNamespace(database, body.insert, 2);
  const items = arrayOption(body, 'documents').map(documentAt('insert.documents'));
  return runWrite(request, (writer) => {
    let n = 0;
    const run = (item: Document): void => {
      const document = stamped(storable(item));
      writer.ensure(ns);
      writer.insert(ns, document);
      n++;
    };
    const errors = runAll(writer, { items, ordered: isOrdered(body), run });
    return replyOf(n, errors);
  });
}

const updateFields = new Set('q u multi upsert collation arrayFilters hint c sort'.split(' '));

function selectionOf(ns: string, item: Document, variables: Document): Selection {
  return {
    ns,
    filter: documentOption(item, 'q'),
    collation: item.collation,
    hint: item.hint,
    sort: item.sort,
    variables,
    multi: false,
  };
}

type StatementShape = { known: Set<string>; required: readonly string[]; owner: string };

/** The statements of a command, all of them checked before the first one runs. */
function statementsOf(items: Value[], { known, required, owner }: StatementShape): Document[] {
  return items.map(documentAt(owner)).map((item) => {
    for (const field in item)
      if (!known.has(field))
        throw fault(40415, `BSON field '${owner}.${field}' is an unknown field.`);
    for (const field of required)
      if (item[field] === undefined) throw missingField(`${owner}.${field}`);
    if (!isDocument(item.q)) throw wrongField(`${owner}.q`, item.q, "type 'object'");
    for (const field of ['multi', 'upsert'])
      if (typeof (item[field] ?? false) !== 'boolean')
        throw wrongField(`${owner}.${field}`, item[field], "type 'bool'");
    return item;
  });
}

function refuseRetry({ retry }: Request, many: boolean, shown: string): void {
  if (retry && many) throw fault(72, `Cannot use (or request) retryable writes with ${shown}`);
}

function update(request: Request): Document | Promise<Document> {
  const { body, database } = request;
  const ns = checkNamespace(database, body.update, 2);
  const items = statementsOf(arrayOption(body, 'updates'), {
    known: updateFields,
    required: ['q', 'u'],
    owner: 'update.updates',
  });
  const shared = letOption(body);
  return runWrite(request, (writer) => {
    let [n, nModified] = [0, 0];
    const upserted: Document[] = [];
    const run = (statement: Document, index: number): void => {
      if (statement.c !== undefined && !Array.isArray(statement.u))
        throw fault(51198, 'Constant values may only be specified for pipeline updates');
      const variables = { ...shared, ...documentOption(statement, 'c') };
      const selection = selectionOf(ns, statement, variables);
      selection.multi = statement.multi === true;
      refuseRetry(request, selection.multi, 'multi=true');
      if (selection.multi && statement.sort !== undefined)
        throw fault(9, 'Cannot specify sort with multi=true');
      const { u, arrayFilters } = statement;
      const upsert = statement.upsert === true;
      const outcome = applyUpdate(writer, selection, { update: u, arrayFilters, upsert });
      n += outcome.n;
      nModified += outcome.nModified;
      if (outcome.upserted !== undefined) upserted.push({ index, _id: outcome.upserted });
    };
    const errors = runAll(writer, { items, ordered: isOrdered(body), run });
    return replyOf(n, errors, { ...(upserted.length > 0 ? { upserted } : {}), nModified });
  });
}

const deleteFields = new Set(['q', 'limit', 'collation', 'hint']);

/** True for a statement that takes every document found. */
function isMultiDelete({ limit }: Document): boolean {
  const most = asNumber(limit);
  if (most === 0 || most === 1) return most === 0;
  throw fault(9, `The limit field in delete objects must be 0 or 1. Got ${showValue(limit)}`);
}

function remove(request: Request): Document | Promise<Document> {
  const { body, database } = request;
  const ns = checkNamespace(database, body.delete, 2);
  const items = statementsOf(arrayOption(body, 'deletes'), {
    known: deleteFields,
    required: ['q', 'limit'],
    owner: 'delete.deletes',
  });
  for (const item of items) isMultiDelete(item);
  const variables = letOption(body);
  return runWrite(request, (writer) => {
    let n = 0;
    const run = (statement: Document): void => {
      const multi = isMultiDelete(statement);
      refuseRetry(request, multi, 'limit=0');
      const selection = { ...selectionOf(ns, statement, variables), multi };
      n += applyDelete(writer, selection).length;
    };
    const errors = runAll(writer, { items, ordered: isOrdered(body), run });
    return replyOf(n, errors);
  });
}

const common = ['ordered', 'bypassDocumentValidation', 'let', 'stmtId', 'stmtIds'];

export const writeCommands: CommandTable = {
  insert: {
    fields: ['documents', ...common],
    inTransaction: true,
    retryable: true,
    writes: true,
    run: insert,
  },
  update: {
    fields: ['updates', ...common],
    inTransaction: true,
    retryable: true,
    writes: true,
    run: update,
  },
  delete: {
    fields: ['deletes', ...common],
    inTransaction: true,
    retryable: true,
    writes: true,
    run: remove,
  },
};
