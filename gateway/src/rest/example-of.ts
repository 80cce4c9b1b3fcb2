/** Example values and requests for the REST reference, derived from the OpenAPI description. */

import type { Json } from './openapi.ts';

const formats: Record<string, unknown> = {
  'date-time': '2027-02-06T12:00:00Z',
  date: '2027-02-06',
  binary: 'a file',
};

/** The schema without null. */
function present(schema: Json): Json {
  if (!Array.isArray(schema.anyOf)) return schema;
  return (schema.anyOf as Json[]).find((one) => one.type !== 'null') ?? schema;
}

function firstType({ type }: Json): unknown {
  return Array.isArray(type) ? type.find((one) => one !== 'null') : type;
}

/** A value that has the schema's shape. */
export function exampleOf(schema: Json, onlyRequired = false): unknown {
  const { properties, items, enum: values, const: constant, default: standard } = schema;
  if (constant !== undefined) return constant;
  if (standard !== undefined && standard !== null) return standard;
  if (Array.isArray(schema.anyOf)) return exampleOf(present(schema), onlyRequired);
  if (Array.isArray(values)) return values[0];
  if (properties) {
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const shown = Object.entries(properties as Record<string, Json>).filter(
      ([name]) => !onlyRequired || required.has(name),
    );
    return Object.fromEntries(shown.map(([name, one]) => [name, exampleOf(one, onlyRequired)]));
  }
  if (items) return [exampleOf(items as Json, onlyRequired)];
  switch (firstType(schema)) {
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return formats[String(schema.format)] ?? '…';
    default:
      return {};
  }
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

export interface RequestParts {
  method: string;
  /** Starts with a slash, after `/api`. */
  path: string;
  needsToken: boolean;
  /** Its required query parameters, with their schemas. */
  query?: readonly { name: string; schema: Json }[];
  /** The schema of a JSON body. */
  body: Json | undefined;
  /** The content type of a body that is a file. */
  fileType: string | undefined;
}

/** A command that sends the request to `address`; parameters of the path stay in braces. */
export function curlOf(request: RequestParts, address: string): string {
  const { method, path, needsToken, query = [], body, fileType } = request;
  const values = query.map(({ name, schema }): [string, string] => [
    name,
    String(exampleOf(schema)),
  ]);
  const search = values.length > 0 ? `?${new URLSearchParams(values)}` : '';
  const target = quote(`${address}/api${path}${search}`);
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} ${target}`];
  if (needsToken) lines.push(`-H "x-access-token: $TOKEN"`);
  if (fileType) lines.push(`-H ${quote(`content-type: ${fileType}`)}`, '--data-binary @FILE');
  else if (body)
    lines.push(
      `-H 'content-type: application/json'`,
      `-d ${quote(JSON.stringify(exampleOf(body, true)))}`,
    );
  return lines.join(' \\\n  ');
}
