// Composes the Settings pages: routes, assets and the failure page.
import { createGuards, OpenSettings, type SettingsServices } from './guards';
import { CardPage } from './layout';
import { createOneAtATime } from './one-at-a-time';
import { page } from './responses';
import { accountRoutes } from './routes/account';
import { activityRoutes } from './routes/activity';
import { activityCheckRoutes } from './routes/activity-check';
import { changeKeyRoutes } from './routes/change-key';
import { identityProviderRoutes } from './routes/identity-providers';
import { inventoryRoutes } from './routes/inventory';
import { keyRoutes } from './routes/keys';
import { linkRoutes } from './routes/links';
import { newKeyRoutes } from './routes/new-key';
import { peopleRoutes } from './routes/people';
import { secondFactorRoutes } from './routes/second-factor';
import { signInRoutes } from './routes/sign-in';
import type { Site } from './site';

const ROUTES = [
  signInRoutes,
  identityProviderRoutes,
  linkRoutes,
  secondFactorRoutes,
  accountRoutes,
  keyRoutes,
  newKeyRoutes,
  changeKeyRoutes,
  activityRoutes,
  activityCheckRoutes,
  inventoryRoutes,
  peopleRoutes,
];

const TITLES: Record<number, string> = {
  400: 'Invalid request',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Already done',
  413: 'Too large',
  503: 'Temporarily unavailable',
};

/** Responds to a request that failed or matched no route. */
const failurePage = (status: number, message: string): string =>
  page(
    <CardPage title={TITLES[status] ?? 'Something went wrong'}>
      <p>
        {status === 404
          ? 'This page does not exist, or you have no access to it. Check the address.'
          : message}
      </p>
      <OpenSettings />
    </CardPage>,
  ).body;

export function createSettings(services: SettingsServices): Site {
  const forPages = { ...services, guards: createGuards(services), oneAtATime: createOneAtATime() };
  return { routes: ROUTES.flatMap((routesOf) => routesOf(forPages)), failure: failurePage };
}
