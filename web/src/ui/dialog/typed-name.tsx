/** A field for the name of the domain that an irreversible action concerns. */

import { toALabel } from '../../format/a-label.ts';
import { Field } from '../input/field.tsx';

/** Whether the text is the name, in either spelling; capital letters, spaces around and a final dot do not matter. */
export function matchesName(typed: string, name: string): boolean {
  const text = typed.trim().replace(/\.$/, '');
  // These would end the host name in a web address.
  if (text === '' || /[\s/?#@:\\]/.test(text)) return false;
  return toALabel(text.toLowerCase()) === toALabel(name);
}

export interface TypedNameProps {
  name: string;
  typed: string;
  onType: (typed: string) => void;
}

export function TypedName({ name, typed, onType }: TypedNameProps) {
  return (
    <Field
      label={`Type ${name} to confirm`}
      value={typed}
      onChange={({ target }) => onType(target.value)}
      autoCapitalize="none"
      spellCheck={false}
      className="mt-5"
    />
  );
}
