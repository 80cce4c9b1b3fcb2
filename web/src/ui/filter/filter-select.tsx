/** A filter or the order of a list as a select, applied at once. */

import { Select } from '../input/select.tsx';

export interface FilterSelectProps {
  /** For screen readers: "Status", "Sort by". */
  label: string;
  options: readonly { value: string; label: string }[];
  value: string;
  onChoose: (value: string) => void;
}

export function FilterSelect({ label, options, value, onChoose }: FilterSelectProps) {
  return (
    <Select
      label={label}
      labelHidden
      options={options}
      value={value}
      onChange={(event) => onChoose(event.target.value)}
      className="max-sm:min-w-36 max-sm:flex-1"
    />
  );
}
