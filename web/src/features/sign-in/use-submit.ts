/** Submits a sign-in form. Field errors go to their inputs, any other error above the button. */

import { useState } from 'react';
import type { ApiErrorDetails } from '../../graph/api-error.ts';
import { toErrorDetails } from '../../graph/api-error.ts';
import type { FormError } from '../../ui/form/form-error.ts';

export interface Submission<Values> {
  send: (values: Values) => Promise<FormError | undefined>;
  /** The error that belongs to no input. */
  problem: string | undefined;
}

/** `fieldsOf`: maps an error to input messages. */
export function useSubmit<Values>(
  submit: (values: Values) => Promise<void>,
  fieldsOf: (details: ApiErrorDetails) => Record<string, string> | undefined = ({ fields }) =>
    fields,
): Submission<Values> {
  const [problem, setProblem] = useState<string>();
  const send = async (values: Values) => {
    setProblem(undefined);
    try {
      await submit(values);
      return undefined;
    } catch (error) {
      const details = toErrorDetails(error);
      const fields = fieldsOf(details);
      if (fields) return { message: details.message, fields };
      setProblem(details.message);
      return undefined;
    }
  };
  return { send, problem };
}
