/** Runs every case on the embedded engine and, when MONGODB_URL names a server, unchanged on that as well. */
import { after, before, describe, test } from 'node:test';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../src/server.ts';
import { ARRAY_UPDATE_CASES } from './array-update.cases.ts';
import type { Case } from './case.ts';
import { EQUALITY_CASES } from './equality.cases.ts';
import { EXPRESSION_CASES } from './expression.cases.ts';
import { EXPRESSION_NAME_CASES } from './expression-name.cases.ts';
import { FILTER_CASES } from './filter.cases.ts';
import { FILTER_ARGUMENT_CASES } from './filter-argument.cases.ts';
import { GATHER_ARGUMENT_CASES } from './gather-argument.cases.ts';
import { GROUP_CASES } from './group.cases.ts';
import { ID_CASES } from './id.cases.ts';
import { INDEX_CASES } from './index.cases.ts';
import { INNER_PIPELINE_CASES } from './inner-pipeline.cases.ts';
import { JOIN_CASES } from './join.cases.ts';
import { LIST_ARGUMENT_CASES } from './list-argument.cases.ts';
import { NUMBER_UPDATE_CASES } from './number-update.cases.ts';
import { PARTIAL_INDEX_CASES } from './partial-index.cases.ts';
import { PATH_UPDATE_CASES } from './path-update.cases.ts';
import { PROJECTION_CASES } from './projection.cases.ts';
import { PROJECTION_ARGUMENT_CASES } from './projection-argument.cases.ts';
import { PUSH_CASES } from './push.cases.ts';
import { RANGE_CASES } from './range.cases.ts';
import { REFUSAL_CASES } from './refusal.cases.ts';
import { SORT_CASES } from './sort.cases.ts';
import { STAGE_CASES } from './stage.cases.ts';
import { STAGE_ARGUMENT_CASES } from './stage-argument.cases.ts';
import { TEXT_AND_DATE_CASES } from './text-and-date.cases.ts';
import { TEXT_ARGUMENT_CASES } from './text-argument.cases.ts';
import { TRANSACTION_CASES } from './transaction.cases.ts';
import { UNWIND_CASES } from './unwind.cases.ts';
import { UPDATE_CASES } from './update.cases.ts';
import { WRITE_CASES } from './write.cases.ts';
import { WRITE_STAGE_CASES } from './write-stage.cases.ts';

const CASES: Case[] = [
  ...ARRAY_UPDATE_CASES,
  ...EQUALITY_CASES,
  ...EXPRESSION_CASES,
  ...EXPRESSION_NAME_CASES,
  ...FILTER_CASES,
  ...FILTER_ARGUMENT_CASES,
  ...GATHER_ARGUMENT_CASES,
  ...GROUP_CASES,
  ...ID_CASES,
  ...INDEX_CASES,
  ...INNER_PIPELINE_CASES,
  ...JOIN_CASES,
  ...LIST_ARGUMENT_CASES,
  ...NUMBER_UPDATE_CASES,
  ...PATH_UPDATE_CASES,
  ...PROJECTION_CASES,
  ...PROJECTION_ARGUMENT_CASES,
  ...PUSH_CASES,
  ...PARTIAL_INDEX_CASES,
  ...RANGE_CASES,
  ...REFUSAL_CASES,
  ...SORT_CASES,
  ...STAGE_CASES,
  ...STAGE_ARGUMENT_CASES,
  ...TEXT_ARGUMENT_CASES,
  ...TEXT_AND_DATE_CASES,
  ...TRANSACTION_CASES,
  ...UNWIND_CASES,
  ...UPDATE_CASES,
  ...WRITE_CASES,
  ...WRITE_STAGE_CASES,
];

type Target = { url: string; close(): Promise<void> };

function suite(title: string, start: () => Promise<Target>, cases: Case[]): void {
  describe(title, () => {
    let target: Target;
    let client: MongoClient;
    const database = `cases_${process.pid}`;
    before(async () => {
      target = await start();
      client = await new MongoClient(target.url).connect();
    });
    after(async () => {
      await client.db(database).dropDatabase();
      await client.close();
      await target.close();
    });
    for (const [at, each] of cases.entries())
      test(each.name, async () => {
        const db = client.db(database);
        await each.run({ client, db, collection: db.collection(`c${at}`) });
      });
  });
}

suite('MongoDB’s behaviour on the embedded engine', () => startEmbeddedMongo(), CASES);

const named = process.env.MONGODB_URL;
if (named !== undefined)
  suite(
    'MongoDB’s behaviour on the server named by MONGODB_URL',
    async () => ({ url: named, close: async () => {} }),
    CASES.filter((each) => !each.embeddedOnly),
  );
