/** findAndModify. */
import type { Document } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { positionOf } from '../plan/scan.ts';
import { parseCollation } from '../query/collation.ts';
import { compileProjection } from '../query/projection.ts';
import { checkNamespace } from '../store/catalog.ts';
import type { CommandTable, Request } from './request.ts';
import { booleanOption, documentOption, letOption, runWrite } from './request.ts';
import type { Selection } from './write.ts';
import { applyDelete, applyUpdate, matcherOf } from './write.ts';

function checkOptions(body: Document): void {
  const [remove, upsert, fresh] = ['remove', 'upsert', 'new'].map((name) =>
    booleanOption(body, name),
  );
  const update = body.update;
  if (remove && update !== undefined)
    throw fault(9, 'Cannot specify both an update and remove=true');
  if (!remove && update === undefined)
    throw fault(9, 'Either an update or remove=true must be specified');
  if (remove && upsert) throw fault(9, 'Cannot specify both upsert=true and remove=true ');
  if (remove && body.arrayFilters !== undefined)
    throw fault(9, 'Cannot specify arrayFilters and remove=true');
  if (remove && fresh)
    throw fault(
      9,
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
}

function findAndModify(request: Request): Document | Promise<Document> {
  const { body, database, name } = request;
  const ns = checkNamespace(database, body[name]);
  checkOptions(body);
  documentOption(body, 'sort');
  const filter = documentOption(body, 'query');
  const variables = letOption(body);
  const selection: Selection = {
    ns,
    filter,
    collation: body.collation,
    hint: body.hint,
    sort: body.sort,
    variables,
    multi: false,
  };
  const project = compileProjection(documentOption(body, 'fields'), {
    positionOf: (document) => positionOf(document, matcherOf(selection)),
    filter,
    fold: parseCollation(body.collation)?.fold,
  });
  const shown = (document: Document | undefined): Document | null =>
    document && project ? project(document, variables) : (document ?? null);
  return runWrite(request, (writer) => {
    if (booleanOption(body, 'remove')) {
      const [removed] = applyDelete(writer, selection);
      return { lastErrorObject: { n: removed ? 1 : 0 }, value: shown(removed?.document), ok: 1 };
    }
    const upsert = booleanOption(body, 'upsert');
    const { update, arrayFilters } = body;
    const outcome = applyUpdate(writer, selection, { update, arrayFilters, upsert });
    const lastErrorObject: Document = {
      n: outcome.n,
      updatedExisting: outcome.before !== undefined,
    };
    if (outcome.upserted !== undefined) lastErrorObject.upserted = outcome.upserted;
    const value = shown(booleanOption(body, 'new') ? outcome.after : outcome.before);
    return { lastErrorObject, value, ok: 1 };
  });
}

const command = {
  fields: [
    'query',
    'sort',
    'remove',
    'update',
    'new',
    'fields',
    'upsert',
    'bypassDocumentValidation',
    'collation',
    'arrayFilters',
    'hint',
    'let',
    'stmtId',
  ],
  inTransaction: true,
  retryable: true,
  writes: true,
  run: findAndModify,
};

export const findAndModifyFields: CommandTable = { findAndModify: command, findandmodify: command };
