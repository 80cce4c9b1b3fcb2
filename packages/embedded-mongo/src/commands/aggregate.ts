/** aggregate. */

import type { Source } from '../aggregate/pipeline.ts';
import { openPipeline } from '../aggregate/pipeline.ts';
import type { Document } from '../bson/values.ts';
import { asNumber, isDocument } from '../bson/values.ts';
import type { MongoFault } from '../errors.ts';
import { fault, notImplemented } from '../errors.ts';
import { parseCollation } from '../query/collation.ts';
import { checkNamespace } from '../store/catalog.ts';
import { cursorReply, visible } from './read.ts';
import type { CommandTable, Reply, Request } from './request.ts';
import {
  arrayOption,
  booleanOption,
  countOption,
  letOption,
  runWrite,
  strictOption,
  wrongField,
} from './request.ts';

function aggregate(request: Request): Reply | Promise<Reply> {
  const { body, database, transaction } = request;
  const whole = asNumber(body.aggregate);
  if (whole === 1) throw notImplemented('aggregate on a whole database');
  if (whole !== undefined)
    throw fault(
      9,
      "Invalid command format: the 'aggregate' field must specify a collection name or 1",
    );
  if (body.explain === null) throw wrongField('aggregate.explain', null, "type 'bool'");
  const ns = checkNamespace(database, body.aggregate);
  const stages = arrayOption(body, 'pipeline');
  if (body.cursor === undefined)
    throw fault(
      9,
      "The 'cursor' option is required, except for aggregate with the explain argument",
    );
  if (!isDocument(body.cursor)) throw fault(14, 'cursor field must be missing or an object');
  if (parseCollation(body.collation)) throw notImplemented('aggregate with a collation');
  for (const field in body.cursor)
    if (field !== 'batchSize')
      throw fault(40415, `BSON field 'cursor.${field}' is an unknown field.`);
  const batchSize = countOption(body.cursor, 'batchSize', 'cursor.batchSize');
  strictOption(body, 'allowDiskUse');
  booleanOption(body, 'bypassDocumentValidation');
  const source: Source = {
    database,
    collection: (name) => visible(request, `${database}.${name}`),
    variables: { ...letOption(body), NOW: new Date() },
    hint: body.hint,
  };
  const { run, sink } = openPipeline(source, String(body.aggregate), stages);
  if (!sink) return cursorReply(request, { ns, documents: run(), batchSize });
  if (isDocument(body.readConcern) && body.readConcern.level === 'linearizable')
    throw fault(72, "$out and $merge cannot be used with a 'linearizable' read concern level");
  if (transaction) throw fault(263, '$out and $merge cannot be used in a transaction');
  let failed: MongoFault | undefined;
  const written = runWrite(request, (writer): Document => {
    failed = sink(writer, [...run()]);
    return { ok: 1 };
  });
  const reply = (): Reply => {
    if (failed) throw failed;
    return cursorReply(request, { ns, documents: [], batchSize });
  };
  return written instanceof Promise ? written.then(reply) : reply();
}

export const aggregateCommands: CommandTable = {
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
