// Signs in to the Settings pages in a browser, as a person does.
import type { Page } from 'playwright-core';
import { PASSWORD, type TestUser, codeOf } from './users';

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
