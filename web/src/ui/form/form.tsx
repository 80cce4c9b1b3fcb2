/** A form that validates, submits once, keeps the input on failure, and shows errors next to the inputs. */

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import type { ReactNode, SyntheticEvent } from 'react';
import { useRef } from 'react';
import type { DefaultValues, FieldValues, Path } from 'react-hook-form';
import { FormProvider, get, useForm } from 'react-hook-form';
import { useKeepDialogOpen } from '../dialog/keep-dialog-open.ts';
import type { FormError } from './form-error.ts';
import { toFormError } from './form-error.ts';

type Schema<Input extends FieldValues, Values> = Parameters<
  typeof standardSchemaResolver<Input, unknown, Values>
>[0];

export interface FormProps<Input extends FieldValues, Values extends FieldValues> {
  /** Parses the text into values; built from `zod/mini` and `rules.ts`. */
  schema: Schema<Input, Values>;
  initial: DefaultValues<Input>;
  /** Submits the values. An error that it throws or returns is shown. */
  // biome-ignore lint/suspicious/noConfusingVoidType: allows async functions without a result
  onSubmit: (values: Values) => Promise<FormError | undefined | void>;
  /** Reset the form after success. */
  clearWhenDone?: boolean;
  className?: string;
  children: ReactNode;
}

/** The browser reports an incomplete date as empty, so it would be submitted as omitted. */
const incomplete = 'Enter the whole date, or clear it';

/** The named inputs in page order. */
const namedInputs = (form: HTMLFormElement | null) =>
  [...(form?.elements ?? [])].filter(
    (element): element is HTMLInputElement => 'name' in element && element.name !== '',
  );

export function Form<Input extends FieldValues, Values extends FieldValues>(
  props: FormProps<Input, Values>,
) {
  const { schema, initial, onSubmit, clearWhenDone = false, className, children } = props;
  const ref = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const form = useForm<Input, unknown, Values>({
    resolver: standardSchemaResolver(schema),
    defaultValues: initial,
    // An error stays until its field is edited; the field clears it then.
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const { isSubmitting, errors } = form.formState;
  useKeepDialogOpen(isSubmitting);
  // A part of the form can clear it, as its other errors.
  const summary = errors.root?.message?.split('\n') ?? [];

  /** In the middle, so that its sentence is in view too. */
  const focusFirst = (isBad: (name: string) => boolean) => {
    const input = namedInputs(ref.current).find(({ name }) => isBad(name));
    input?.focus();
    input?.scrollIntoView?.({ block: 'center' });
  };

  const showError = ({ message, fields = {} }: FormError) => {
    const names = new Set(namedInputs(ref.current).map((input) => input.name));
    const known = Object.keys(fields).filter((name) => names.has(name));
    const others = Object.keys(fields).filter((name) => !names.has(name));
    for (const name of known)
      form.setError(name as Path<Input>, { type: 'server', message: fields[name] });
    if (known.length === 0 || others.length > 0)
      form.setError('root', {
        message: [...new Set([message, ...others.map((name) => fields[name] ?? '')])].join('\n'),
      });
    focusFirst((name) => known.includes(name));
  };

  const send = async (values: Values) => {
    const error = await onSubmit(values).catch(toFormError);
    if (error) showError(error);
    else if (clearWhenDone) form.reset();
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (sending.current) return;
    form.clearErrors('root');
    const incompleteInputs = namedInputs(ref.current).filter(({ validity }) => validity.badInput);
    if (incompleteInputs.length > 0)
      return showError({
        message: incomplete,
        fields: Object.fromEntries(incompleteInputs.map(({ name }) => [name, incomplete])),
      });
    sending.current = true;
    try {
      await form.handleSubmit(send, (errors) =>
        focusFirst((name) => get(errors, name) !== undefined),
      )();
    } finally {
      sending.current = false;
    }
  };

  return (
    <FormProvider {...form}>
      <form ref={ref} noValidate onSubmit={submit} className={className}>
        {/* Without a message it takes no room, also where the form spaces its parts. */}
        <div role="alert" style={{ marginBlockEnd: 0 }}>
          {summary.length > 0 && (
            <div className="mb-4 rounded-md bg-red-bg px-4 py-2.5 font-medium text-red wrap-anywhere">
              {summary.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
          )}
        </div>
        {children}
      </form>
    </FormProvider>
  );
}
