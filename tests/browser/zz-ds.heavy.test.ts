/** Temporary pictures of the dialog. */
import { addProvenDomain, deposit } from '@nameloan/driver/steps';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { setUpJourneys } from './environment.ts';
import { dialog, } from './my-domains.ts';

const { journey } = setUpJourneys();

journey('pictures', async ({ environment, openFor }) => {
  const { sandbox } = environment;
  const person = await environment.newPerson('Tess Transfer');
  const name = environment.newDomainName();
  const domain = await addProvenDomain(person, sandbox, name);
  const { authCode } = await sandbox.readRegistration(name);
  await deposit(person, sandbox, 100);
  await person.post(`/domains/${domain.id}/transfer`, { transferCode: authCode });
  await sandbox.approveTransfer(name);
  await waitFor('custody', async () => (await person.get(`/domains/${domain.id}`)).status === 'CUSTODY_PAID');
  await person.post(`/domains/${domain.id}/ds`, { ds: [{ keyTag: 2371, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) }] });
  const { page } = await openFor(person);
  for (const [width, height] of [[1280, 900], [390, 844]] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/app/my-domains/edit-ns?domain=${domain.id}`);
    const servers = dialog(page, 'Change Nameservers');
    await servers.getByLabel('DS records for DNSSEC').waitFor();
    await page.screenshot({ path: `/tmp/n4out/ds-${width}.png` });
    await servers.getByLabel('Nameserver 2').fill('ns3.example.net');
    await servers.getByRole('button', { name: 'Change Nameservers' }).click();
    await servers.getByText('This domain is signed (DNSSEC)').waitFor();
    await page.screenshot({ path: `/tmp/n4out/ds-error-${width}.png` });
  }
});
