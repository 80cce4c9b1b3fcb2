/** The error above the submit button of a sign-in form, until the next attempt. */

export function FormProblem({ problem }: { problem: string | undefined }) {
  return (
    <div role="alert">
      {problem !== undefined && <p className="font-medium text-red wrap-anywhere">{problem}</p>}
    </div>
  );
}
