/** Compiles aggregation expressions into functions. */
import { parseFieldPath } from '../bson/paths.ts';
import { showValue } from '../bson/show.ts';
import type { Document, Value } from '../bson/values.ts';
import { isDocument, newDocument } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';
import { arithmetic } from './arithmetic.ts';
import { arrays } from './arrays.ts';
import { conditions } from './conditions.ts';
import { conversions } from './conversions.ts';
import { dates } from './dates.ts';
import { setOperators } from './sets.ts';
import { strings } from './strings.ts';
import type { Evaluate, Operator } from './variables.ts';
import { mayUse } from './variables.ts';

const operators: Record<string, Operator> = {
  ...arithmetic,
  ...arrays,
  ...conditions,
  ...conversions,
  ...dates,
  ...setOperators,
  ...strings,
};

/** Operators of the real server that this engine leaves out. */
const leftOut = new Set(
  (
    '$accumulator $acos $acosh $asin $asinh $atan $atan2 $atanh $binarySize $bitAnd $bitNot $bitOr ' +
    '$bitXor $bsonSize $convert $cos $cosh $dateFromParts $dateToParts $degreesToRadians ' +
    '$firstN $function $indexOfBytes $lastN $log $maxN $minN $radiansToDegrees $rand $regexFindAll $sampleRate ' +
    '$setField $sigmoid $sin $sinh $stdDevPop $stdDevSamp $tan $tanh $toHashedIndexKey $toUUID $tsIncrement $tsSecond $unsetField ' +
    '$week $isoWeek $isoWeekYear $isoDayOfWeek $zip $median $percentile $covariancePop'
  ).split(' '),
);

/** Variables of the real server that this engine leaves out. */
const leftOutVariables = new Set([
  'CLUSTER_TIME',
  'USER_ROLES',
  'SEARCH_META',
  'JS_SCOPE',
  'IS_MR',
]);
const system = new Set([
  ...leftOutVariables,
  'ROOT',
  'CURRENT',
  'NOW',
  'REMOVE',
  'DESCEND',
  'PRUNE',
  'KEEP',
]);

/** Follows field names; an array gives the array of what its documents hold there, and passes arrays in it over. */
function fieldOf(value: Value | undefined, path: readonly string[], at = 0): Value | undefined {
  if (at === path.length) return value;
  if (Array.isArray(value)) {
    const found: Value[] = [];
    for (const item of value) {
      const inner = isDocument(item) ? fieldOf(item, path, at) : undefined;
      if (inner !== undefined) found.push(inner);
    }
    return found;
  }
  return isDocument(value) ? fieldOf(value[path[at] as string], path, at + 1) : undefined;
}

/** True for the name of an expression, also of one that this engine leaves out. */
export function isExpressionName(name: string): boolean {
  return Object.hasOwn(operators, name) || leftOut.has(name);
}

function variablePath(text: string): Evaluate {
  const [name = '', ...rest] = text.slice(2).split('.');
  if (name === '') throw fault(9, 'empty variable names are not allowed');
  if (/^[!-@[-^`{-\x7f]/.test(name))
    throw fault(9, `'${name}' starts with an invalid character for a user variable name`);
  const path = rest.length > 0 ? parseFieldPath(rest.join('.')) : [];
  const unknown = (): Error => fault(17276, `Use of undefined variable: ${name}`);
  if (/^[A-Z]/.test(name) ? !system.has(name) : !mayUse(name)) throw unknown();
  if (leftOutVariables.has(name)) throw notImplemented(`The variable ${name}`);
  if (name === 'REMOVE') return () => undefined;
  if (name === 'NOW') return (variables) => fieldOf(variables.NOW ?? new Date(), path);
  return (variables) => {
    if (!Object.hasOwn(variables, name)) throw unknown();
    return fieldOf(variables[name], path);
  };
}

function fieldPath(text: string): Evaluate {
  const path = parseFieldPath(text.slice(1));
  const [only] = path;
  if (path.length === 1 && only !== undefined)
    return ({ CURRENT }) => (isDocument(CURRENT) ? CURRENT[only] : fieldOf(CURRENT, path));
  return ({ CURRENT }) => fieldOf(CURRENT, path);
}

function operatorOf(name: string, argument: Value): Evaluate {
  const operator = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (operator) return operator(argument, compileExpression, name);
  if (leftOut.has(name)) throw notImplemented(`The expression ${name}`);
  throw fault(168, `Unrecognized expression '${name}'`);
}

function objectExpression(fields: Document): Evaluate {
  const compiled = Object.entries(fields).map(([field, value]): [string, Evaluate] => {
    if (field === '') throw fault(15998, 'FieldPath field names may not be empty strings.');
    if (field.includes('.')) throw fault(16412, `FieldPath field names may not contain '.'`);
    if (field.includes('\0'))
      throw fault(16411, "FieldPath field names may not contain '\\0'. Consider using $getField.");
    return [field, compileExpression(value)];
  });
  return (variables) => {
    const result = newDocument();
    for (const [field, evaluate] of compiled) {
      const value = evaluate(variables);
      if (value !== undefined) result[field] = value;
    }
    return result;
  };
}

/** Throws InvalidPipelineOperator (168) for an unknown operator, NotImplemented (238) for one left out. */
export function compileExpression(expression: Value): Evaluate {
  if (typeof expression === 'string') {
    if (expression.startsWith('$$')) return variablePath(expression);
    if (expression.startsWith('$') && expression.length > 1) return fieldPath(expression);
    if (expression === '$') throw fault(16872, "'$' by itself is not a valid FieldPath");
    return () => expression;
  }
  if (Array.isArray(expression)) {
    const items = expression.map(compileExpression);
    return (variables) => items.map((evaluate) => evaluate(variables) ?? null);
  }
  if (!isDocument(expression)) return () => expression;
  const names = Object.keys(expression);
  const [first] = names;
  if (!first?.startsWith('$')) {
    const stray = names.find((name) => name.startsWith('$'));
    if (stray) throw fault(16410, "FieldPath field names may not start with '$'.");
    return objectExpression(expression);
  }
  if (names.length > 1)
    throw fault(
      15983,
      `An object representing an expression must have exactly one field: ${showValue(expression)}`,
    );
  return operatorOf(first, expression[first] as Value);
}
