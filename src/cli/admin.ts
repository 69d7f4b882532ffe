// `admin invite`, `admin recover`, `admin forget-identity`, `admin list` and, next to this file, `admin identity-provider`: the people of an organization's Settings pages.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { accountName, byOperator } from '../audit/actors';
import { readSettingsUrl } from '../config';
import { invitationPath, recoveryPath } from '../users/links';
import { type Role, emailOf } from '../users/user';
import { addIdentityProviderCommand } from './identity-provider';
import { console, print } from './output';
import { Refusal } from './refusal';
import { requireOrganization, withInventory } from './with-inventory';

function email(text: string): string {
  const address = emailOf(text);
  if (address === undefined)
    throw new InvalidArgumentError(
      'Write an e-mail address such as compliance.manager@cedar-valley.example.',
    );
  return address;
}

export function addAdminCommands(program: Command): void {
  const admin = program
    .command('admin')
    .description(
      'People who sign in to the Settings pages: Organization Admins, and Members, who may not do anything there.',
    );

  admin
    .command('invite')
    .description(
      'Invite a person and print a one-time link, which opens for 7 days. Nothing is mailed; an older link for the same address is void. A Member can be invited again, to become an admin. Somebody whom the identity provider brought can be invited again, to sign in with a password from then on; `admin recover` gives the link to choose one.',
    )
    .argument('<slug>', 'the organization')
    .argument('<email>', "the person's e-mail address", email)
    .addOption(new Option('--role <role>', 'as what').choices(['admin', 'member']).default('admin'))
    .action(async (slug: string, address: string, { role }: { role: Role }) => {
      const url = readSettingsUrl();
      await withInventory(async (inventory) => {
        const organization = await requireOrganization(inventory, slug);
        const account = accountName();
        const invited = await inventory.users.invitations.create(
          organization.id,
          { email: address, role, invitedBy: account },
          byOperator(account),
        );
        if (invited === 'member')
          throw new Refusal(
            `${address} is a member already, and has what the invitation would give. \`admin list ${slug}\` shows them; another admin changes roles on the Settings pages.`,
          );
        console.log(url + invitationPath(invited.token));
      });
    });

  admin
    .command('recover')
    .description(
      'Print a one-time link, which opens for an hour, to choose a new password and a new second factor: for who has lost one. Whoever has it gets in.',
    )
    .argument('<email>', "the user's e-mail address", email)
    .option('--organization <slug>', 'required when several organizations have an account with this address')
    .action(async (address: string, { organization: slug }: { organization?: string }) => {
      const url = readSettingsUrl();
      await withInventory(async (inventory) => {
        const organization = slug === undefined ? undefined : (await requireOrganization(inventory, slug)).id;
        const recovery = await inventory.users.recoveries.create(
          address,
          byOperator(accountName()),
          organization,
        );
        if (recovery === 'several') {
          throw new Refusal(`Several accounts have the e-mail address ${address}. Add --organization SLUG.`);
        }
        if (!recovery)
          throw new Refusal(
            `Nobody has the e-mail address ${address}. \`admin list SLUG\` shows the users of an organization, \`admin invite\` invites new ones.`,
          );
        console.log(url + recoveryPath(recovery.token));
      });
    });

  admin
    .command('forget-identity')
    .description(
      "Let the next person whom an identity provider signs in with this address have its account: for who was set up anew there. It ends the user's sessions by that provider.",
    )
    .argument('<email>', "the user's e-mail address", email)
    .action((address: string) =>
      withInventory(async ({ users }) => {
        const forgotten = await users.identities.forget(address, byOperator(accountName()));
        if (forgotten === undefined)
          throw new Refusal(
            `Nobody has the e-mail address ${address}. \`admin list SLUG\` shows the users of an organization.`,
          );
        if (!forgotten)
          throw new Refusal(`No identity provider has signed in ${address} yet: there is nothing to forget.`);
      }),
    );

  admin
    .command('list')
    .description('List the users of an organization, and the invitations that are open.')
    .argument('<slug>', 'the organization')
    .option('--json', 'as JSON')
    .action((slug: string, options: { json?: boolean }) =>
      withInventory(async (inventory) => {
        const { id } = await requireOrganization(inventory, slug);
        const { memberships, invitations } = inventory.users;
        const users = (await memberships.list(id)).map((member) => ({
          ...member,
          status: 'active',
          expires_at: null,
          invited_by: null,
        }));
        const invited = (await invitations.open(id)).map((invitation) => ({
          ...invitation,
          status: 'invited',
        }));
        print(
          [...users, ...invited],
          ['email', 'role', 'status', 'id', 'created_at', 'expires_at'],
          options.json,
        );
      }),
    );

  addIdentityProviderCommand(admin);
}
