/** The button that lets the DNS provider add the record, or a link to the provider's own page. Nothing if neither works. */

import { usePageQuery } from '../../../graph/use-page-query.ts';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { TextLink } from '../../../ui/button/text-link.tsx';
import { ConnectProviderDocument } from './connect-provider.generated.ts';

export function ConnectProvider({ domainId }: { domainId: string }) {
  const { data } = usePageQuery(ConnectProviderDocument, { id: domainId });
  const connect = data?.domainConnect;
  if (!connect) return null;
  const { available, url, controlPanelUrl } = connect;
  const provider = connect.provider ?? 'your provider';
  if (available && url)
    return (
      <LinkButton to={url} className="mt-5 w-full">
        Add the record at {provider}
      </LinkButton>
    );
  return controlPanelUrl ? (
    <p className="mt-4">
      <TextLink to={controlPanelUrl} newTab>
        Open the DNS settings at {provider}
      </TextLink>
    </p>
  ) : null;
}
