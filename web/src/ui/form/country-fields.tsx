/** The country of an address, and its state or province where the country has them; native selects, searched by typing. */

import { countries } from '@nameloan/countries/countries';
import { subdivisions } from '@nameloan/countries/subdivisions';
import { useFormContext, useWatch } from 'react-hook-form';
import { SelectField } from './select-field.tsx';

const choose = { value: '', label: 'Choose a country' };
const options = [choose, ...countries.map(({ code, name }) => ({ value: code, label: name }))];
const subdivisionLabels: Record<string, string> = { US: 'State', CA: 'Province or territory' };

export interface CountryFieldsProps {
  /** Before the names of the fields, such as `address.`. */
  prefix?: string;
  /** The saved country, if it was typed before there was a list and is not on it. */
  unreadable?: string | null;
}

export function CountryFields({ prefix = '', unreadable = null }: CountryFieldsProps) {
  const names = { country: `${prefix}country`, subdivision: `${prefix}subdivision` };
  const { setValue } = useFormContext();
  const country: string = useWatch({ name: names.country });
  const list = subdivisions[country];
  return (
    <>
      <SelectField
        name={names.country}
        label="Country"
        autoComplete="country"
        options={
          unreadable === null ? options : [{ value: unreadable, label: unreadable }, ...options]
        }
        hint={unreadable === null ? undefined : 'Choose it from the list before your next offer.'}
        onInput={() => setValue(names.subdivision, '')}
      />
      {list && (
        <SelectField
          key={country}
          name={names.subdivision}
          label={subdivisionLabels[country] ?? 'State'}
          autoComplete="address-level1"
          options={[
            { value: '', label: 'Not stated' },
            ...list.map(({ code, name }) => ({ value: code, label: name })),
          ]}
        />
      )}
    </>
  );
}
