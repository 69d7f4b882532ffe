// `admin`: the users of an organization's Settings pages. `admin identity-provider` has its own file.
import { type Command, Option } from 'commander';
import { accountName, byOperator } from '../../server/audit/entry';
import { readSettingsUrl } from '../../base/config';
import { type Role, parseEmail, invitationPath, recoveryPath } from '../../server/users/user';
import { CommandError } from '../../base/command-error';
import { addIdentityProviderCommand } from './identity-provider';
import { parserOf } from '../support/arguments';
import { console, print } from '../support/output';
import {
  readOrganization,
  requireOrganization,
  withInventory,
  withOrganization,
} from '../support/with-inventory';

const email = parserOf(
  parseEmail,
  'Write an e-mail address, for example compliance.manager@cedar-valley.example.',
);

export function addAdminCommands(program: Command): void {
  const admin = program
    .command('admin')
    .description(
      'Manage the users of the Settings pages: Organization Admins and Members. ' +
        'Members read the inventory and the activity there, and change nothing.',
    );

  admin
    .command('invite')
    .description(
      'Invite a user and print a one-time link, valid for 7 days. The command sends no e-mail. ' +
        'A new link replaces an older one for the same address. ' +
        'Invite a Member again to make them an admin. ' +
        'Invite a user of an identity provider again to allow sign-in with a password; ' +
        '`admin recover` prints the link to choose one.',
    )
    .argument('<slug>', 'the organization')
    .argument('<email>', "the user's e-mail address", email)
    .addOption(new Option('--role <role>', 'role of the user').choices(['admin', 'member']).default('admin'))
    .action(async (slug: string, address: string, { role }: { role: Role }) => {
      const url = readSettingsUrl();
      await withOrganization(slug, async (inventory, organization) => {
        const account = accountName();
        const invitation = { email: address, role, invitedBy: account };
        const { invitations } = inventory.users;
        const invited = await invitations.create(organization.id, invitation, byOperator(account));
        if (invited === 'member')
          throw new CommandError(
            `${address} already has this role. \`admin list ${slug}\` lists the users; ` +
              'an admin can change roles on the Settings pages.',
          );
        console.log(url + invitationPath(invited.token));
      });
    });

  admin
    .command('recover')
    .description(
      'Print a one-time link, valid for 1 hour, to choose a new password and second factor. ' +
        'The link gives access to the account.',
    )
    .argument('<email>', "the user's e-mail address", email)
    .option(
      '--organization <slug>',
      'the organization of the account; required when several have an account with this address',
    )
    .action(async (address: string, { organization: slug }: { organization?: string }) => {
      const url = readSettingsUrl();
      await withInventory(async (inventory) => {
        const organization = slug === undefined ? undefined : (await requireOrganization(inventory, slug)).id;
        const { recoveries } = inventory.users;
        const recovery = await recoveries.create(address, byOperator(accountName()), organization);
        if (recovery === 'several')
          throw new CommandError(
            `Several accounts have the e-mail address ${address}. Add --organization SLUG.`,
          );
        if (!recovery)
          throw new CommandError(
            `No user has the e-mail address ${address}. ` +
              '`admin list SLUG` lists the users of an organization; `admin invite` invites new ones.',
          );
        console.log(url + recoveryPath(recovery.token));
      });
    });

  admin
    .command('forget-identity')
    .description(
      'Link the account to the next identity that an identity provider signs in with this address, ' +
        "for example after the provider recreated the user. Ends the user's sessions by that provider.",
    )
    .argument('<email>', "the user's e-mail address", email)
    .action((address: string) =>
      withInventory(async ({ users }) => {
        const forgotten = await users.identities.forget(address, byOperator(accountName()));
        if (forgotten === undefined)
          throw new CommandError(
            `No user has the e-mail address ${address}. ` +
              '`admin list SLUG` lists the users of an organization.',
          );
        if (!forgotten) throw new CommandError(`No identity provider has signed in ${address}.`);
      }),
    );

  admin
    .command('list')
    .description('List the users and open invitations of an organization.')
    .argument('<slug>', 'the organization')
    .option('--json', 'print JSON')
    .action((slug: string, options: { json?: boolean }) =>
      readOrganization(slug, async (inventory, { id }) => {
        const { memberships, invitations } = inventory.users;
        const active = { status: 'active', expires_at: null, invited_by: null };
        const users = (await memberships.list(id)).map((member) => ({ ...member, ...active }));
        const invited = (await invitations.open(id)).map((open) => ({ ...open, status: 'invited' }));
        print(
          [...users, ...invited],
          ['email', 'role', 'status', 'id', 'created_at', 'expires_at'],
          options.json,
        );
      }),
    );

  addIdentityProviderCommand(admin);
}
