/** A checkbox of a table row or header, with a target of 40 pixels. */

interface SelectBoxProps {
  /** "Select harborline.com". */
  label: string;
  checked: boolean;
  /** Some of the rows that it stands for are selected. */
  mixed?: boolean;
  onChange: (checked: boolean) => void;
}

export function SelectBox({ label, checked, mixed = false, onChange }: SelectBoxProps) {
  return (
    <label className="-mx-2 flex size-10 stacked:-my-1.5 shrink-0 cursor-pointer items-center justify-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(input) => {
          if (input) input.indeterminate = mixed;
        }}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5.5 shrink-0 cursor-pointer accent-brand"
      />
    </label>
  );
}
