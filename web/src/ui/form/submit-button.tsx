/** Submits the surrounding form, and is busy while it is submitting. */

import { useFormState } from 'react-hook-form';
import type { ButtonProps } from '../button/button.tsx';
import { Button } from '../button/button.tsx';

export function SubmitButton(props: Omit<ButtonProps, 'type' | 'busy'>) {
  const { isSubmitting } = useFormState();
  return <Button variant="primary" {...props} type="submit" busy={isSubmitting} />;
}
