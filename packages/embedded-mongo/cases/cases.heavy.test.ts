/** Runs every case on the embedded engine and, when MONGODB_URL names a server, unchanged on that as well. */
import { after, before, describe, test } from 'node:test';
import { MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '../src/server.ts';
import { arrayPathCases } from './array-path.cases.ts';
import { arrayUpdateCases } from './array-update.cases.ts';
import type { Case } from './case.ts';
import { collationCases } from './collation.cases.ts';
import { commandCases } from './command.cases.ts';
import { commandOptionCases } from './command-option.cases.ts';
import { concernCases } from './concern.cases.ts';
import { dateCases } from './date.cases.ts';
import { equalityCases } from './equality.cases.ts';
import { wordingCases } from './error-message.cases.ts';
import { expressionCases } from './expression.cases.ts';
import { expressionNameCases } from './expression-name.cases.ts';
import { filterCases } from './filter.cases.ts';
import { filterArgumentCases } from './filter-argument.cases.ts';
import { gatherArgumentCases } from './gather-argument.cases.ts';
import { groupCases } from './group.cases.ts';
import { hintCases } from './hint.cases.ts';
import { idCases } from './id.cases.ts';
import { indexCases } from './index.cases.ts';
import { innerPipelineCases } from './inner-pipeline.cases.ts';
import { joinCases } from './join.cases.ts';
import { limitCases } from './limit.cases.ts';
import { listArgumentCases } from './list-argument.cases.ts';
import { messageCases } from './message.cases.ts';
import { nestedArrayCases } from './nested-array.cases.ts';
import { numberUpdateCases } from './number-update.cases.ts';
import { partialIndexCases } from './partial-index.cases.ts';
import { pathUpdateCases } from './path-update.cases.ts';
import { positionalCases } from './positional.cases.ts';
import { projectionCases } from './projection.cases.ts';
import { projectionArgumentCases } from './projection-argument.cases.ts';
import { pushCases } from './push.cases.ts';
import { rangeCases } from './range.cases.ts';
import { refusalCases } from './refusal.cases.ts';
import { regexCases } from './regex.cases.ts';
import { sortCases } from './sort.cases.ts';
import { stageCases } from './stage.cases.ts';
import { stageArgumentCases } from './stage-argument.cases.ts';
import { strictnessCases } from './strictness.cases.ts';
import { textAndDateCases } from './text-and-date.cases.ts';
import { textArgumentCases } from './text-argument.cases.ts';
import { totalCases } from './total.cases.ts';
import { transactionCases } from './transaction.cases.ts';
import { unwindCases } from './unwind.cases.ts';
import { updateCases } from './update.cases.ts';
import { writeCases } from './write.cases.ts';
import { writeStageCases } from './write-stage.cases.ts';

const allCases: Case[] = [
  ...arrayPathCases,
  ...arrayUpdateCases,
  ...collationCases,
  ...commandCases,
  ...commandOptionCases,
  ...concernCases,
  ...dateCases,
  ...equalityCases,
  ...expressionCases,
  ...expressionNameCases,
  ...filterCases,
  ...filterArgumentCases,
  ...gatherArgumentCases,
  ...groupCases,
  ...hintCases,
  ...idCases,
  ...indexCases,
  ...innerPipelineCases,
  ...joinCases,
  ...limitCases,
  ...listArgumentCases,
  ...messageCases,
  ...nestedArrayCases,
  ...numberUpdateCases,
  ...pathUpdateCases,
  ...positionalCases,
  ...projectionCases,
  ...projectionArgumentCases,
  ...pushCases,
  ...partialIndexCases,
  ...rangeCases,
  ...refusalCases,
  ...regexCases,
  ...sortCases,
  ...stageCases,
  ...stageArgumentCases,
  ...strictnessCases,
  ...textArgumentCases,
  ...textAndDateCases,
  ...totalCases,
  ...transactionCases,
  ...unwindCases,
  ...updateCases,
  ...wordingCases,
  ...writeCases,
  ...writeStageCases,
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

suite('MongoDB’s behaviour on the embedded engine', () => startEmbeddedMongo(), allCases);

const named = process.env.MONGODB_URL;
if (named !== undefined)
  suite(
    'MongoDB’s behaviour on the server named by MONGODB_URL',
    async () => ({ url: named, close: async () => {} }),
    allCases.filter((each) => !each.embeddedOnly),
  );
