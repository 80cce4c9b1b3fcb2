/** What an expression is evaluated with. */
import type { Document, Value } from '../bson/values.ts';

/** ROOT and CURRENT are the document at hand; NOW, `let` variables and loop variables come by name. */
export type Variables = { ROOT?: Document; CURRENT?: Value; [name: string]: Value | undefined };

/** The variables for a document at hand. */
export function rowOf(document: Document, variables: Variables): Variables {
  return { ...variables, ROOT: document, CURRENT: document };
}

/** The variables that the compiled expression may use; undefined if not restricted. */
let named: ReadonlySet<string> | undefined;

function compileWith<T>(names: ReadonlySet<string> | undefined, compile: () => T): T {
  const outer = named;
  named = names;
  try {
    return compile();
  } finally {
    named = outer;
  }
}

/** Compiles what may use these variables and those of the system, no others. */
export function withVariables<T>(variables: Variables, compile: () => T): T {
  return compileWith(new Set([...Object.keys(variables), 'ROOT', 'CURRENT']), compile);
}

/** Compiles the body of a loop or a $let, which may use further variables. */
export function withNames<T>(names: readonly string[], compile: () => T): T {
  return compileWith(named && new Set([...named, ...names]), compile);
}

/** False for a variable that is known not to be there. */
export function mayUse(name: string): boolean {
  return named?.has(name) ?? true;
}

/** Undefined means that the value is missing. */
export type Evaluate = (variables: Variables) => Value | undefined;

export type Compile = (expression: Value) => Evaluate;

/** Compiles an operator from its arguments. */
export type Operator = (argument: Value, compile: Compile, name: string) => Evaluate;
