/** Sends the form around it, and is busy while it is being sent. */

import { useFormState } from 'react-hook-form';
import type { ButtonProps } from '../button/button.tsx';
import { Button } from '../button/button.tsx';

export function SubmitButton(props: Omit<ButtonProps, 'type' | 'busy'>) {
  const { isSubmitting } = useFormState();
  return <Button variant="primary" {...props} type="submit" busy={isSubmitting} />;
}
