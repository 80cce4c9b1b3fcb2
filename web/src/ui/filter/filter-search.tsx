/** The search field of a FilterBar. It is applied with Enter or its button, and follows the address. */

import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import { Field } from '../input/field.tsx';

export interface FilterSearchProps {
  /** Name of the form's field. */
  name: string;
  /** "Search names": the label for screen readers, and the placeholder. */
  label: string;
  maxLength: number;
  /** As in the address. */
  value: string;
}

export function FilterSearch({ name, label, maxLength, value }: FilterSearchProps) {
  const input = useRef<HTMLInputElement>(null);
  // Back, forward and Clear restore the text of that page.
  useEffect(() => {
    if (input.current) input.current.value = value;
  }, [value]);
  return (
    <Field
      ref={input}
      label={label}
      labelHidden
      placeholder={label}
      name={name}
      defaultValue={value}
      maxLength={maxLength}
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      after={<IconButton type="submit" name="Search" icon={Search} iconSize={17} />}
      className="min-w-0 flex-1 basis-48 sm:max-w-72"
    />
  );
}
