import type { Page } from '@playwright/test'
import { TEXT } from '#contract/texts.ts'
import { ageSession } from '../database.ts'
import { ADMIN } from '../demo-shop.ts'
import { expect, expectAccessible, test } from '../fixtures.ts'
import { signedInAs } from '../shoppers.ts'

// The browser lists a refused call as a failed load.
test.use({ expectedFailures: [/status of 403/] })

/** Gives the page an authenticator that knows its owner. */
async function virtualPhone(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  await client.send('WebAuthn.addVirtualAuthenticator', { options })
}

test('the seller adds a passkey, signs in with it, is asked again by it, and removes it', { tag: '@phone' }, async ({
  page,
  request,
}) => {
  await virtualPhone(page)
  // A session of its own: the one that other journeys share must stay recent.
  const admin = await signedInAs(request, ADMIN)
  await admin.signIn(page)
  await page.goto('/profile')
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByLabel('Name of this device').fill('Work phone')
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByText('The passkey Work phone is added.')).toBeVisible()
  await expectAccessible(page)

  await page.evaluate(() => localStorage.removeItem('userInfo'))
  await page.goto('/login?redirect=%2Fadmin%2Fuserlist')
  const useIt = page.getByRole('button', { name: 'Use a passkey' })
  await useIt
    .or(page.getByRole('heading', { name: 'People' }))
    .first()
    .waitFor()
  // A virtual authenticator answers the list below the email field by itself.
  if (await useIt.isVisible()) await useIt.click({ timeout: 5_000 }).catch(() => undefined)
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible()

  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').token as string)
  await ageSession(token, '16 minutes')
  await page.goto('/profile')
  await passkeys.getByRole('button', { name: 'Remove the passkey Work phone' }).click()
  await page.getByRole('dialog', { name: TEXT.areYouSure }).getByRole('button', { name: 'Remove' }).click()
  const question = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(passkeys.getByText('The passkey is removed.')).toBeVisible()
  await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible()
})

test('shoppers download nothing of passkeys', { tag: '@phone' }, async ({ page, shopper }) => {
  const scripts: string[] = []
  page.on('request', (sent) => scripts.push(sent.url()))
  await page.goto('/login')
  await expect(page.getByRole('main').getByRole('button', { name: TEXT.signIn })).toBeEnabled()
  await shopper.signIn(page)
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: 'Your devices' })).toBeVisible()
  expect(scripts.filter((url) => /passkey/i.test(url))).toEqual([])
})
