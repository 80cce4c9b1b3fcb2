/** A page with all ui components, for the tests of keyboard, focus and axe in Chromium. */

import '../ui/base.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { Button } from '../ui/button/button.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DialogActions } from '../ui/dialog/dialog-actions.tsx';
import { Drawer } from '../ui/dialog/drawer.tsx';
import { Copyable } from '../ui/display/copyable.tsx';
import { Facts } from '../ui/display/facts.tsx';
import { StackedBar } from '../ui/display/stacked-bar.tsx';
import { Stat } from '../ui/display/stat.tsx';
import type { TimelineStep } from '../ui/display/timeline.tsx';
import { Timeline } from '../ui/display/timeline.tsx';
import { showBanner } from '../ui/feedback/banner.ts';
import { Banners } from '../ui/feedback/banners.tsx';
import { EmptyState } from '../ui/feedback/empty-state.tsx';
import { Loader } from '../ui/feedback/loader.tsx';
import { Problem } from '../ui/feedback/problem.tsx';
import { Skeleton } from '../ui/feedback/skeleton.tsx';
import { DaysField } from '../ui/form/days-field.tsx';
import { Form } from '../ui/form/form.tsx';
import { MoneyField } from '../ui/form/money-field.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { PercentField } from '../ui/form/percent-field.tsx';
import { daysRule, moneyRule, percentRule, textRule } from '../ui/form/rules.ts';
import { SelectField } from '../ui/form/select-field.tsx';
import { SubmitButton } from '../ui/form/submit-button.tsx';
import { TextAreaField } from '../ui/form/text-area-field.tsx';
import { FileDrop } from '../ui/input/file-drop.tsx';
import { Card } from '../ui/layout/card.tsx';
import { Tabs } from '../ui/layout/tabs.tsx';
import { Menu } from '../ui/popover/menu.tsx';
import { Popover } from '../ui/popover/popover.tsx';
import { LoanStatus } from '../ui/status/loan-status.tsx';
import { DataTable } from '../ui/table/data-table.tsx';
import { Pagination } from '../ui/table/pagination.tsx';
import { RowActions } from '../ui/table/row-actions.tsx';
import { RowName } from '../ui/table/row-name.tsx';
import { ThemeSwitch } from '../ui/theme/theme-switch.tsx';

const longName = 'the-long-hyphenated-example-name-that-hardly-ends-at-all.photography';
const names = ['harborline.com', 'tessel.ai', longName];
const steps = ['Sign', 'Transfer', 'Payment', 'Loan open', 'Close'].map((title) => ({
  title,
  detail: 'Name returns or transfers',
}));
const disputedSteps: readonly TimelineStep[] = steps.map((step, index) =>
  index === 3 ? { ...step, time: { elapsed: 0.6, grace: 0, state: 'disputed' } } : step,
);
const schema = z.object({
  amount: moneyRule(),
  rate: percentRule(),
  term: daysRule(),
  contract: z.string(),
  password: z.string(),
  reason: textRule('Say why'),
});
const initial = { amount: '', rate: '', term: '', contract: '0', password: '', reason: '' };

type Opened = 'dialog' | 'confirm' | 'drawer' | 'form' | undefined;

function Offer({ onSubmit }: { onSubmit: () => Promise<void> }) {
  return (
    <Form schema={schema} initial={initial} onSubmit={onSubmit}>
      <MoneyField name="amount" label="Loan amount" />
      <PercentField name="rate" label="Rate" />
      <DaysField name="term" label="Term" />
      <SelectField
        name="contract"
        label="Contract"
        options={[{ value: '0', label: 'Standard Agreement (Bank Transfer)' }]}
      />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <TextAreaField name="reason" label="Reason" />
      <DialogActions>
        <SubmitButton>Make Offer</SubmitButton>
      </DialogActions>
    </Form>
  );
}

function Rows({ open }: { open: (what: Opened) => void }) {
  const [removed, setRemoved] = useState<string[]>([]);
  const [removing, setRemoving] = useState<string>();
  const renderMenu = (name: string) => (
    <Menu
      name={`More actions for ${name}`}
      items={[
        { label: 'Edit NS', onSelect: () => open('dialog') },
        { label: 'Transfer Out', onSelect: () => {}, disabledReason: 'Possible from Feb 14, 2027' },
        { label: 'Remove', onSelect: () => setRemoving(name) },
      ]}
    />
  );
  return (
    <>
      <DataTable
        caption="My domains"
        rows={names.filter((name) => !removed.includes(name))}
        getKey={(name) => name}
        getHref={(name) => `/row/${name}`}
        columns={[
          { header: 'Domain', cell: (name) => <RowName name={name} /> },
          { header: 'Status', cell: () => <LoanStatus status="LOAN_POSTED" /> },
          { header: 'Amount', cell: () => '$12,500.00', align: 'end' },
          {
            header: 'Actions',
            actions: true,
            cell: (name) => (
              <RowActions menu={renderMenu(name)}>
                <Button size="row" aria-label={`Get Loan: ${name}`} onClick={() => open('dialog')}>
                  Get Loan
                </Button>
              </RowActions>
            ),
          },
        ]}
        foot={<Pagination page={6} pages={12} getHref={(page) => `/page/${page}`} />}
      />
      {removing !== undefined && (
        <ConfirmDialog
          title="Remove this domain?"
          domain={removing}
          effect="It leaves your list."
          action="Remove"
          danger
          onClose={() => setRemoving(undefined)}
          onConfirm={async () => {
            setRemoved([...removed, removing]);
            setRemoving(undefined);
          }}
        />
      )}
    </>
  );
}

function Pieces() {
  const [tab, setTab] = useState<'login' | 'register'>('login');
  const [busy, setBusy] = useState(false);
  return (
    <>
      <Timeline steps={disputedSteps} at={3} />
      <Card title="Portfolio">
        <Stat size="xl" value="$198,900.00" detail="Estimated value of 15 domains" />
        <StackedBar
          segments={[
            { label: 'Verified', count: 5, value: 61_500, detail: '$61,500', tone: 'blue' },
            { label: 'In Escrow', count: 3, value: 74_900, detail: '$74,900', tone: 'brand' },
          ]}
        />
        <Facts items={[{ label: 'Rate', value: '13.25%' }]} />
        <Copyable label="Value" text="nameloan-verification=4f2a9c0e7d1b4e6fa3c5d8e9f0a1b2c3d4" />
      </Card>
      <Tabs
        name="Account"
        tabs={[
          { key: 'login', label: 'Login' },
          { key: 'register', label: 'Register' },
        ]}
        selected={tab}
        onSelect={setTab}
      >
        <p>The panel of {tab}</p>
      </Tabs>
      <FileDrop label="Choose a picture" types={['image/png']} onFile={() => {}} />
      <ThemeSwitch />
      <Problem message="Offers can’t be shown right now." onTryAgain={() => {}} />
      <EmptyState action={<Button>Add New</Button>}>Add a domain you own.</EmptyState>
      <Skeleton rows={2} label="Loading more" />
      <Button busy={busy} onClick={() => setBusy(true)}>
        Finalize
      </Button>
      <Loader />
    </>
  );
}

function Opening({ what, close }: { what: Opened; close: () => void }) {
  const send = () => new Promise<void>((done) => addEventListener('sent', () => done()));
  if (what === 'drawer')
    return (
      <Drawer name="Menu" onClose={close}>
        <a href="#there">Dashboard</a>
      </Drawer>
    );
  if (what === 'form')
    return (
      <Dialog title="Offer on tessel.ai" onClose={close}>
        <Offer onSubmit={send} />
      </Dialog>
    );
  if (what === 'dialog')
    return (
      <Dialog title="Signature Required" description="It needs your signature." onClose={close}>
        <DialogActions>
          <Button variant="primary" onClick={() => showBanner('red', 'Lending isn’t responding.')}>
            Sign Now
          </Button>
          <Button onClick={close}>Done</Button>
        </DialogActions>
      </Dialog>
    );
  return null;
}

function Gallery() {
  const [opened, setOpened] = useState<Opened>();
  const { pathname } = useLocation();
  return (
    <>
      <Banners />
      <main>
        <h1>Components</h1>
        <p data-testid="place">{pathname}</p>
        <Popover name="Alerts, 2 unread" trigger="!">
          <button type="button">Sign the lending agreement for {longName}</button>
        </Popover>
        <Button onClick={() => setOpened('dialog')}>Open dialog</Button>
        <Button onClick={() => setOpened('drawer')}>Open drawer</Button>
        <Button onClick={() => setOpened('form')}>Open form</Button>
        <Button onClick={() => showBanner('green', 'Listing created')}>Show banner</Button>
        <Rows open={setOpened} />
        <Pieces />
        <Card title="Offer">
          <Offer onSubmit={async () => {}} />
        </Card>
      </main>
      <Opening what={opened} close={() => setOpened(undefined)} />
    </>
  );
}

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <BrowserRouter>
        <Gallery />
      </BrowserRouter>
    </StrictMode>,
  );
