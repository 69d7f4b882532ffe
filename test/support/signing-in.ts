// Signs in to the Settings pages in a browser, as a person does.
import type { Page } from 'playwright-core';
import { PASSWORD, type TestUser, codeOf } from './users';

/** `steps`: of the code, which is taken once each. */
export async function signIn(page: Page, pages: string, { email, secret }: TestUser, steps = 0): Promise<void> {
  await page.goto(`${pages}/sign-in`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByLabel('Code').fill(codeOf(secret, steps));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.menu').first().waitFor();
}
