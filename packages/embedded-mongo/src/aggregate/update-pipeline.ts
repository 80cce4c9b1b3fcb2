/** Pipelines as updates: the few stages that turn one document into one. */
import type { Document, Value } from '../bson/values.ts';
import { fault } from '../errors.ts';
import type { Transform } from './set-fields.ts';
import { stageOf, transformStages } from './transforms.ts';

/** Compiles; the result gives the new document. Throws InvalidOptions (72) for other stages. */
export function compileUpdatePipeline(
  stages: Value[],
  variables: Record<string, Value> = {},
): (document: Document, now: Date) => Document {
  const transforms = stages.map((stage): Transform => {
    const [name, argument] = stageOf(stage);
    const make = Object.hasOwn(transformStages, name) ? transformStages[name] : undefined;
    if (!make) throw fault(72, `${name} is not allowed to be used within an update`);
    return make(argument);
  });
  return (document, now) =>
    transforms.reduce(
      (current, transform) => transform(current, { ...variables, NOW: now }),
      document,
    );
}
