// A key that was just made: shown this once.
import type { AdminContext } from '../visit';
import { OrganizationPage } from './organization-page';
import { Copyable } from './parts';

interface NewKeyProps {
  visit: AdminContext;
  label: string;
  secret: string;
  /** Where programs find the API. */
  apiUrl: string;
  /** After a rotation: when the old key ends. */
  oldEnds?: string | undefined;
}

export const KeyMadePage = ({ visit, label, secret, apiUrl, oldEnds }: NewKeyProps) => (
  <OrganizationPage title="Your new key" visit={visit} here={visit.here} tab="keys">
    <section class="card form">
      <h1>Your new key: “{label}”</h1>
      <p class="note warn">
        <strong>Copy it now: it is shown this once.</strong> Only a digest of it is stored. Keep it in a
        secret store, and out of code and e-mail.
      </p>
      <Copyable id="key" label="API key" text={secret} />
      <Copyable id="curl" label="A first call" text={`curl -H 'X-API-Key: ${secret}' ${apiUrl}/facilities`} />
      {oldEnds === undefined ? null : <p>{oldEnds}</p>}
      <a class="button primary" href={`/organizations/${visit.here.slug}/keys`}>
        I have copied it
      </a>
    </section>
  </OrganizationPage>
);

/** For a form that was sent again: its key is there, and cannot be shown. */
export const KeyMadeBeforePage = ({ visit }: { visit: AdminContext }) => (
  <OrganizationPage title="The key was made already" visit={visit} here={visit.here} tab="keys">
    <section class="card form">
      <h1>The key was made already</h1>
      <p>
        This form was sent before, and made one key. It was shown then, and cannot be shown again. If you did
        not copy it, revoke it and make another one.
      </p>
      <a class="button primary" href={`/organizations/${visit.here.slug}/keys`}>
        Back to the keys
      </a>
    </section>
  </OrganizationPage>
);
