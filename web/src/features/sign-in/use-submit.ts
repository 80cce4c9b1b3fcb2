/** Sends a form of the sign-in pages: what belongs beside an input goes there, all else is told above the button. */

import { useState } from 'react';
import type { ApiErrorDetails } from '../../graph/api-error.ts';
import { toErrorDetails } from '../../graph/api-error.ts';
import type { FormError } from '../../ui/form/form-error.ts';

export interface Submission<Values> {
  send: (values: Values) => Promise<FormError | undefined>;
  /** What was refused and is nobody's input's. */
  problem: string | undefined;
}

/** `fieldsOf`: which inputs a refusal is about, where it does not say so itself. */
export function useSubmit<Values>(
  work: (values: Values) => Promise<void>,
  fieldsOf: (refusal: ApiErrorDetails) => Record<string, string> | undefined = ({ fields }) =>
    fields,
): Submission<Values> {
  const [problem, setProblem] = useState<string>();
  const send = async (values: Values) => {
    setProblem(undefined);
    try {
      await work(values);
      return undefined;
    } catch (error) {
      const refusal = toErrorDetails(error);
      const fields = fieldsOf(refusal);
      if (fields) return { message: refusal.message, fields };
      setProblem(refusal.message);
      return undefined;
    }
  };
  return { send, problem };
}
