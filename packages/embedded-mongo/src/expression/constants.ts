/** The variables of a command's `let`. */
import type { Document, Value } from '../bson/values.ts';
import { isDocument } from '../bson/values.ts';
import { fault } from '../errors.ts';
import { variableName } from './conditions.ts';
import { compileExpression } from './expression.ts';

/** Whether an expression reads the document at hand. */
function readsDocument(expression: Value): boolean {
  if (typeof expression === 'string')
    return /^\$(?!\$)|^\$\$(?:ROOT|CURRENT)(?:\.|$)/.test(expression);
  if (Array.isArray(expression)) return expression.some(readsDocument);
  if (!isDocument(expression)) return false;
  return Object.entries(expression).some(
    ([name, value]) => name !== '$literal' && name !== '$const' && readsDocument(value),
  );
}

/** Expressions without a document, evaluated once, each with those before it. Throws Location4890500 for one that reads fields. */
export function constantsOf(expressions: Document): Document {
  const variables: Document = {};
  for (const [name, expression] of Object.entries(expressions)) {
    if (readsDocument(expression))
      throw fault(
        4890500,
        'Command let Expression tried to access a field, but this is not allowed because command let expressions run before the query examines any documents.',
      );
    const value = compileExpression(expression)({ ...variables });
    if (value !== undefined) variables[variableName(name)] = value;
  }
  return variables;
}
