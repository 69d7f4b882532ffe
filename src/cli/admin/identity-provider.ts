// `admin identity-provider`: the OpenID Connect provider of an organization's users.
import { type Command, InvalidArgumentError } from 'commander';
import { accountName, byOperator } from '../../server/audit/entry';
import { readSettingsUrl } from '../../base/config';
import {
  CALLBACK_PATH,
  MAX_PROVIDER_NAME,
  asciiDomain,
  isDomain,
  parseIssuer,
  providerName,
} from '../../server/users/identity-provider-rules';
import { oneLine, parserOf } from '../support/arguments';
import { CommandError, WRONG_USAGE } from '../../base/command-error';
import { console } from '../support/output';
import { readOrganization, withOrganization } from '../support/with-inventory';

const HELP = `
Register the printed redirect URI, SETTINGS_URL${CALLBACK_PATH}, with the identity
provider. Users then choose "Sign in with your organization". A user with a verified e-mail address of
one of the domains becomes a Member, or gets the role of an open invitation.

The client secret stays in the environment of the server. Without options, the command shows the
identity provider.`;

interface Options {
  issuer?: string;
  clientId?: string;
  clientSecretEnv?: string;
  domain?: string[];
  remove?: true;
}

const issuer = parserOf(
  parseIssuer,
  'Write a URL without user, query or fragment, for example https://login.cedar-valley.example. ' +
    'Plain HTTP is allowed on this machine only.',
);

function domain(text: string, before: string[] = []): string[] {
  const name = asciiDomain(text.toLowerCase());
  if (!isDomain(name))
    throw new InvalidArgumentError('Write the domain of e-mail addresses, for example cedar-valley.example.');
  return [...new Set([...before, name])];
}

const variableName = parserOf(
  (text) => /^[A-Za-z_][A-Za-z0-9_]{0,254}$/.exec(text)?.[0],
  'Write the name of an environment variable, for example CEDAR_VALLEY_OIDC_SECRET, not the secret itself.',
);

async function set(slug: string, options: Options): Promise<void> {
  const { issuer, clientId, domain: domains, clientSecretEnv = null } = options;
  if (issuer === undefined || clientId === undefined || domains === undefined)
    throw new CommandError('Pass --issuer, --client-id and at least one --domain together.', WRONG_USAGE);
  if (providerName({ issuer, clientId }).length > MAX_PROVIDER_NAME)
    throw new CommandError(
      `--issuer and --client-id are too long. Together they may have ${MAX_PROVIDER_NAME - 1} characters.`,
      WRONG_USAGE,
    );
  const url = readSettingsUrl();
  await withOrganization(slug, async (inventory, { id }) => {
    await inventory.users.identityProviders.set(
      id,
      { issuer, clientId, clientSecretVariable: clientSecretEnv, domains },
      byOperator(accountName()),
    );
    console.log(url + CALLBACK_PATH);
  });
}

const remove = (slug: string): Promise<void> =>
  withOrganization(slug, async (inventory, { id }) => {
    if (!(await inventory.users.identityProviders.remove(id, byOperator(accountName()))))
      throw new CommandError(`${slug} has no identity provider.`);
  });

const show = (slug: string): Promise<void> =>
  readOrganization(slug, async (inventory, { id }) => {
    const provider = await inventory.users.identityProviders.find(id);
    if (!provider) throw new CommandError(`${slug} has no identity provider.`);
    console.text(JSON.stringify(provider, null, 2));
  });

export function addIdentityProviderCommand(admin: Command): void {
  admin
    .command('identity-provider')
    .description(
      "Set the OpenID Connect identity provider of an organization's users, " +
        'and print the redirect URI to register there.',
    )
    .argument('<slug>', 'the organization')
    .option('--issuer <url>', 'issuer URL of the identity provider', issuer)
    .option('--client-id <id>', 'client id of the Settings pages at the identity provider', oneLine)
    .option(
      '--client-secret-env <name>',
      'environment variable of the server with the client secret, if any',
      variableName,
    )
    .option(
      '--domain <domain>',
      'domain of e-mail addresses that the provider verifies; repeat for several domains',
      domain,
    )
    .option('--remove', 'remove the identity provider; sign-in through it stops')
    .addHelpText('after', HELP)
    .action((slug: string, { remove: removes, ...options }: Options) => {
      const isSetting = Object.keys(options).length > 0;
      if (removes && isSetting)
        throw new CommandError('--remove cannot be combined with other options.', WRONG_USAGE);
      return removes ? remove(slug) : isSetting ? set(slug, options) : show(slug);
    });
}
