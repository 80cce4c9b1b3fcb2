/** What an expression is evaluated with. */
import type { Document, Value } from '../bson/values.ts';

/** ROOT and CURRENT are the document at hand; NOW, `let` variables and loop variables come by name. */
export type Variables = { ROOT?: Document; CURRENT?: Value; [name: string]: Value | undefined };

/** The variables for a document at hand. */
export function rowOf(document: Document, variables: Variables): Variables {
  return { ...variables, ROOT: document, CURRENT: document };
}

/** Undefined means that the value is missing. */
export type Evaluate = (variables: Variables) => Value | undefined;

export type Compile = (expression: Value) => Evaluate;

/** Compiles an operator from its arguments. */
export type Operator = (argument: Value, compile: Compile, name: string) => Evaluate;
