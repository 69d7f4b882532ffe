// `admin identity-provider`: by which of its own sign-ins the users of an organization come in.
import { type Command, InvalidArgumentError } from 'commander';
import { accountName, byOperator } from '../audit/actors';
import { readSettingsUrl } from '../config';
import { CALLBACK_PATH } from '../settings/callback-path';
import {
  LONGEST_PROVIDER_NAME,
  asciiDomain,
  isDomain,
  issuerOf,
  providerName,
} from '../users/identity-provider-rules';
import { oneLine } from './arguments';
import { console } from './output';
import { Refusal } from './refusal';
import { requireOrganization, withInventory } from './with-inventory';

const HELP = `
Users then choose "Sign in with your organization". Register the redirect URI that this prints with the identity provider; it is SETTINGS_URL${CALLBACK_PATH}.
Whom it vouches for, with a verified e-mail address of one of the domains, becomes a Member, or what an open invitation says.
The secret itself stays in the environment of the server. Without options, the identity provider is shown.`;

interface Options {
  issuer?: string;
  clientId?: string;
  clientSecretEnv?: string;
  domain?: string[];
  remove?: true;
}

function issuer(text: string): string {
  const url = issuerOf(text);
  if (url === undefined)
    throw new InvalidArgumentError(
      'Write an address such as https://login.cedar-valley.example, without a user, a query or a fragment; plain HTTP is for this machine alone.',
    );
  return url;
}

function domain(text: string, before: string[] = []): string[] {
  const name = asciiDomain(text.toLowerCase());
  if (!isDomain(name))
    throw new InvalidArgumentError('Write the domain of e-mail addresses, such as cedar-valley.example.');
  return [...new Set([...before, name])];
}

function variableName(text: string): string {
  if (!/^[A-Za-z_][A-Za-z0-9_]{0,254}$/.test(text))
    throw new InvalidArgumentError(
      'Write the name of an environment variable, such as CEDAR_VALLEY_OIDC_SECRET, and not the secret itself.',
    );
  return text;
}

async function set(slug: string, options: Options): Promise<void> {
  const { issuer, clientId, domain: domains, clientSecretEnv = null } = options;
  if (issuer === undefined || clientId === undefined || domains === undefined)
    throw new Refusal('--issuer, --client-id and at least one --domain are needed together.', 2);
  if (providerName({ issuer, clientId }).length > LONGEST_PROVIDER_NAME)
    throw new Refusal(
      `--issuer and --client-id are too long: together they may have ${LONGEST_PROVIDER_NAME - 1} characters.`,
      2,
    );
  const url = readSettingsUrl();
  await withInventory(async (inventory) => {
    const { id } = await requireOrganization(inventory, slug);
    await inventory.users.identityProviders.set(
      id,
      { issuer, clientId, clientSecretVariable: clientSecretEnv, domains },
      byOperator(accountName()),
    );
    console.log(url + CALLBACK_PATH);
  });
}

const remove = (slug: string): Promise<void> =>
  withInventory(async (inventory) => {
    const { id } = await requireOrganization(inventory, slug);
    if (!(await inventory.users.identityProviders.remove(id, byOperator(accountName()))))
      throw new Refusal(`${slug} has no identity provider.`);
  });

const show = (slug: string): Promise<void> =>
  withInventory(async (inventory) => {
    const { id } = await requireOrganization(inventory, slug);
    const provider = await inventory.users.identityProviders.find(id);
    if (!provider) throw new Refusal(`${slug} has no identity provider.`);
    console.text(JSON.stringify(provider, null, 2));
  });

export function addIdentityProviderCommand(admin: Command): void {
  admin
    .command('identity-provider')
    .description(
      "Let an organization's users sign in by its own identity provider, with OpenID Connect, and print the redirect URI to register there.",
    )
    .argument('<slug>', 'the organization')
    .option('--issuer <url>', 'the identity provider, as it names itself', issuer)
    .option('--client-id <id>', 'the name under which these pages are registered there', oneLine)
    .option(
      '--client-secret-env <name>',
      'the environment variable of the server that has the client secret, if there is one',
      variableName,
    )
    .option(
      '--domain <domain>',
      'a domain of e-mail addresses that it may vouch for; may be given several times',
      domain,
    )
    .option('--remove', 'let nobody sign in by it any more')
    .addHelpText('after', HELP)
    .action((slug: string, { remove: removes, ...options }: Options) => {
      const isSetting = Object.keys(options).length > 0;
      if (removes && isSetting) throw new Refusal('--remove goes with no other option.', 2);
      return removes ? remove(slug) : isSetting ? set(slug, options) : show(slug);
    });
}
