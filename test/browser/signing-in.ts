// Signs in to the Settings pages in a browser, either through the forms or with a prepared session cookie.
import type { Page } from 'playwright-core';
import { PASSWORD, type TestUser, codeOf } from '../support/users';
import { signedInVisitor } from '../support/visitor';

/** Signs in on the open sign-in page. `steps` selects another code: the server accepts each code once. */
export async function signInHere(page: Page, { email, secret }: TestUser, steps = 0): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code').fill(codeOf(secret, steps));
  await page.getByRole('button', { name: 'Continue' }).click();
}

export async function signIn(page: Page, pages: string, user: TestUser, steps = 0): Promise<void> {
  await page.goto(`${pages}/sign-in`);
  await signInHere(page, user, steps);
  await page.locator('.menu').first().waitFor();
}

const COOKIE = '__Host-session';

/** The URL has `https:` because Playwright sets a `__Host-` cookie for secure URLs only. */
export const sessionCookie = (pages: string, value: string) => ({
  name: COOKIE,
  value,
  url: pages.replace('http:', 'https:'),
  secure: true,
  httpOnly: true,
  sameSite: 'Strict' as const,
});

/** Signs in without the browser and opens the pages with that session. */
export async function arriveSignedIn(page: Page, pages: string, user: TestUser, steps = 0): Promise<void> {
  const { cookies } = await signedInVisitor(pages, user, steps);
  await page.context().addCookies([sessionCookie(pages, cookies.get(COOKIE)!)]);
  await page.goto(pages);
  await page.locator('.menu').first().waitFor();
}
