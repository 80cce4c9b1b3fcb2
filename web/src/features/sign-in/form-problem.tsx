/** Why signing in was refused: in red above the button, until the next try. */

export function FormProblem({ problem }: { problem: string | undefined }) {
  return (
    <div role="alert">
      {problem !== undefined && <p className="font-medium text-red wrap-anywhere">{problem}</p>}
    </div>
  );
}
