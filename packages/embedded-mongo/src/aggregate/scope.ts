/** What stages are compiled with: variables, collections by name, and a way to run pipelines inside stages. */
import type { Document, Value } from '../bson/values.ts';
import type { MongoFault } from '../errors.ts';
import type { Variables } from '../expression/variables.ts';
import type { Collection } from '../store/collection.ts';
import type { Writer } from '../txn/writer.ts';

export type Stage = (input: Iterable<Document>) => Iterable<Document>;

export type Scope = {
  /** NOW, `let` and the variables of enclosing stages. */
  variables: Variables;
  collection: (name: string) => Collection | undefined;
  /** How many pipelines of joins are around the stage. */
  depth: number;
  /** Compiles stages for documents from elsewhere. */
  compile: (stages: Value[], variables: Variables, depth?: number) => Stage;
  /** Runs a pipeline over a collection, by index where it can. */
  over: (name: string, stages: Value[], variables: Variables) => Iterable<Document>;
};

export type StageMaker = (argument: Value, scope: Scope) => Stage;

/**
 * Writes the result documents inside one statement. An error that it returns is reported after the statement has
 * committed; an error that it throws rolls the statement back.
 */
export type Sink = (writer: Writer, documents: Iterable<Document>) => MongoFault | undefined;
