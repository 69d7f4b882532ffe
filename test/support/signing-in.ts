// Signs in to the Settings pages in a browser: as a person does, or by the session alone, where a test is about what comes after.
import type { Page } from 'playwright-core';
import { PASSWORD, type TestUser, codeOf } from './users';
import { signedInVisitor } from './visitor';

/** On the page of sign-in. `steps`: of the code, which is taken once each. */
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

/** The address has `https:` in it because a tool may not give such a cookie to another one. */
export const sessionCookie = (pages: string, value: string) => ({
  name: COOKIE,
  value,
  url: pages.replace('http:', 'https:'),
  secure: true,
  httpOnly: true,
  sameSite: 'Strict' as const,
});

/** Comes to the pages in a browser that holds the session of a sign-in elsewhere. */
export async function arriveSignedIn(page: Page, pages: string, user: TestUser, steps = 0): Promise<void> {
  const { cookies } = await signedInVisitor(pages, user, steps);
  await page.context().addCookies([sessionCookie(pages, cookies.get(COOKIE)!)]);
  await page.goto(pages);
  await page.locator('.menu').first().waitFor();
}
