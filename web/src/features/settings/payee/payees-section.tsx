/** The payees in Settings. Their own address, /app/payees, opens Settings at them. */

import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { PayeeRowFragment } from './payees-card.generated.ts';
import { PayeesCard } from './payees-card.tsx';

export function PayeesSection({ payees }: { payees: readonly PayeeRowFragment[] }) {
  const ref = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname === '/app/payees') ref.current?.scrollIntoView();
  }, [pathname]);
  return (
    <div ref={ref} className="scroll-mt-20">
      <PayeesCard payees={payees} />
    </div>
  );
}
