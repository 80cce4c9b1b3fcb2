/** aggregate. */

import { runPipeline, type Source } from '../aggregate/pipeline.ts';
import { splitSink } from '../aggregate/write-stages.ts';
import { asNumber, type Document } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { parseCollation } from '../query/collation.ts';
import { checkNamespace } from '../store/catalog.ts';
import { cursorReply, visible } from './read.ts';
import {
  arrayOption,
  type CommandTable,
  documentOption,
  letOption,
  type Reply,
  type Request,
  runWrite,
} from './request.ts';

function aggregate(request: Request): Reply | Promise<Reply> {
  const { body, database, transaction } = request;
  if (asNumber(body.aggregate) !== undefined) throw notImplemented('aggregate on a whole database');
  const ns = checkNamespace(database, body.aggregate);
  const { stages, sink } = splitSink(arrayOption(body, 'pipeline'), database);
  if (body.cursor === undefined)
    throw fault(
      9,
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  if (parseCollation(body.collation)) throw notImplemented('aggregate with a collation');
  const batchSize = asNumber(documentOption(body, 'cursor').batchSize);
  const source: Source = {
    collection: (name) => visible(request, `${database}.${name}`),
    variables: { ...letOption(body), NOW: new Date() },
    hint: body.hint,
  };
  if (!sink)
    return cursorReply(request, {
      ns,
      documents: runPipeline(source, String(body.aggregate), stages),
      batchSize,
    });
  if (transaction) throw fault(263, '$out and $merge cannot be used in a transaction');
  const written = runWrite(request, (writer): Document => {
    sink(writer, [...runPipeline(source, String(body.aggregate), stages)]);
    return { ok: 1 };
  });
  const reply = (): Reply => cursorReply(request, { ns, documents: [], batchSize });
  return written instanceof Promise ? written.then(reply) : reply();
}

export const AGGREGATE_COMMANDS: CommandTable = {
  aggregate: {
    fields: [
      'pipeline',
      'cursor',
      'allowDiskUse',
      'collation',
      'hint',
      'let',
      'bypassDocumentValidation',
    ],
    leftOut: ['explain'],
    inTransaction: true,
    run: aggregate,
  },
};
