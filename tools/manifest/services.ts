/** Reads services.json, the one list of the services, from which deployment files and code are generated. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

export const root = join(import.meta.dirname, '../..');

const texts = z.record(z.string(), z.string());
const name = z
  .string()
  .regex(
    /^[a-z]+$/,
    'only lower-case letters, because it is a DNS name and a part of setting names',
  );

const service = z.strictObject({
  /** Name of the folder, the image, the database, the subgraph, and the prefix of event subjects. */
  name,
  /** Port of its container, unique. */
  port: z.int(),
  /** Title of the image. */
  description: z.string(),
  /** What the developers' page shows. */
  summary: z.string(),
  /** Whether its backlog of events is watched and scales it. */
  consumesEvents: z.boolean(),
  /** Kinds of live topics that it publishes, such as `account`. */
  signals: z.array(z.string().regex(/^[a-z]+$/)).default([]),
  /** Public addresses that a network policy allows: ports as `443` or `53/UDP`. */
  egress: z
    .strictObject({ to: z.string(), ports: z.array(z.string().regex(/^\d+(\/(UDP|TCP))?$/)) })
    .optional(),
  /** Keys that its Kubernetes Secret needs in addition to those of every service. */
  secrets: z.array(z.string()).default([]),
  /** Markdown for docs/kubernetes.md: keys that its Secret may have. */
  optionalSecrets: z.string().optional(),
  /** Setting → the secret of `npm run env` that it is set to with the sandbox. */
  generatedSecrets: texts.default({}),
  /** Settings that are not secret and that only an overlay can know. */
  requiredSettings: z.array(z.string()).default([]),
  settings: z
    .strictObject({
      /** In the base of infra/k8s. */
      kubernetes: texts.default({}),
      /** With the sandbox, in docker-compose.yml and infra/k8s. */
      sandbox: texts.default({}),
      /** Overrides `sandbox` in docker-compose.yml; null leaves a setting out. */
      compose: z.record(z.string(), z.string().nullable()).default({}),
      /** With real external systems, in infra/docker/compose.real.yml. */
      composeReal: texts.default({}),
    })
    .prefault({}),
});

export type Service = z.output<typeof service>;

const manifest = z
  .strictObject({ services: z.array(service) })
  .superRefine(({ services }, context) => {
    for (const key of ['name', 'port'] as const)
      if (new Set(services.map((one) => one[key])).size < services.length)
        context.addIssue({ code: 'custom', message: `two services have the same ${key}` });
  });

/** In the order of composition. Throws an error that lists what is wrong with the file. */
export function readServices(): readonly Service[] {
  const parsed = manifest.safeParse(JSON.parse(readFileSync(join(root, 'services.json'), 'utf8')));
  if (!parsed.success) throw new Error(`services.json: ${z.prettifyError(parsed.error)}`);
  return parsed.data.services;
}
