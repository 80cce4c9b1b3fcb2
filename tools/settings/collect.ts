/** Collects the declarations of all settings from the modules that read them. */

import { join } from 'node:path';
import { z } from 'zod';
import { readServices, root } from '../manifest/services.ts';

export interface Setting {
  name: string;
  /** `port`, `on or off`, `milliseconds`, … */
  type: string;
  /** Markdown: a value in backticks, words, `none` or `required`. */
  shownDefault: string;
  /** The default as it is written in the environment; undefined if there is none. */
  value: string | undefined;
  /** Markdown, one line. */
  description: string;
  secret: boolean;
  internal: boolean;
  /** Absent for the sandbox, which reads its settings without schemas. */
  schema?: z.ZodType;
}

export interface Section {
  title: string;
  settings: Setting[];
}

interface SandboxSetting {
  description: string;
  default?: string;
  shownDefault?: string;
  secret?: boolean;
}

type Shape = Record<string, z.ZodType>;

/** Title of the section with the settings that several components declare alike. */
export const sharedTitle = 'Several components';

const load = (file: string) => import(join(root, file));

/** Throws an error that names a setting without a description. */
export async function collectSettings(): Promise<Section[]> {
  const { startSettings } = await load('apps/standalone/src/settings.ts');
  const { commonSettings } = await load('packages/subgraph/src/common-settings.ts');
  const { gatewaySettings } = await load('gateway/src/config.ts');
  const { webSettings } = await load('gateway/src/web/config.ts');
  const { sandboxSettings } = await load('sandbox/src/config.ts');
  const own = await Promise.all(
    readServices().map(async ({ name }) => {
      const { settings } = await load(`services/${name}/src/config.ts`);
      return { title: name, settings: fromShape(settings.shape.shape) };
    }),
  );
  return [
    { title: '`npm start`', settings: fromShape(startSettings.shape) },
    { title: 'Every service', settings: fromShape(commonSettings.shape) },
    ...own.filter(({ settings }) => settings.length > 0),
    { title: 'gateway', settings: fromShape(gatewaySettings.shape.shape) },
    { title: 'web server', settings: fromShape(webSettings.shape.shape) },
    { title: 'sandbox', settings: fromSandbox(sandboxSettings) },
  ];
}

const fromShape = (shape: Shape): Setting[] =>
  Object.entries(shape).map(([name, schema]) => {
    const meta = schema.meta();
    const description = meta?.description;
    if (!description) throw new Error(`${name} has no description.`);
    const unset = schema.safeParse(undefined);
    const value = unset.success && unset.data !== undefined ? String(unset.data) : undefined;
    const shown = value === undefined || value === '' ? 'none' : `\`${value}\``;
    return {
      name,
      type: describeType(name, schema),
      shownDefault: meta.shownDefault ?? (unset.success ? shown : 'required'),
      value: meta.shownDefault ? undefined : value,
      description,
      secret: meta.secret === true,
      internal: meta.internal === true,
      schema,
    };
  });

const fromSandbox = (settings: Record<string, SandboxSetting>): Setting[] =>
  Object.entries(settings).map(([name, { description, default: value, ...rest }]) => ({
    name,
    type: typeByName(name),
    shownDefault: rest.shownDefault ?? (value === undefined ? 'none' : `\`${value}\``),
    value,
    description,
    secret: rest.secret === true,
    internal: false,
  }));

/** The type that the environment's text is read as, without defaults and transformations. */
function inputType(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional)
    return inputType(schema.def.innerType as z.ZodType);
  return schema instanceof z.ZodPipe ? inputType(schema.def.in as z.ZodType) : schema;
}

const portRange = 65_535;

function describeType(name: string, schema: z.ZodType): string {
  const type = inputType(schema);
  if (type instanceof z.ZodEnum) return type.options.map((one) => `\`${one}\``).join(', ');
  if (type instanceof z.ZodURL) return 'URL';
  if (type instanceof z.ZodNumber && type.maxValue === portRange) return 'port';
  const named = typeByName(name);
  return type instanceof z.ZodNumber && named === 'text' ? 'number' : named;
}

const typesByEnding: readonly [RegExp, string][] = [
  [/_MS$/, 'milliseconds'],
  [/_SECONDS$/, 'seconds'],
  [/_DAYS$/, 'days'],
  [/_CENTS$/, 'cents'],
  [/_BPS$/, 'basis points'],
  [/_PORT$|^PORT$/, 'port'],
  [/_URL$/, 'URL'],
  [/_FILE$|_DIR$|_BINARY$/, 'path'],
];

const typeByName = (name: string) =>
  typesByEnding.find(([ending]) => ending.test(name))?.[1] ?? 'text';
