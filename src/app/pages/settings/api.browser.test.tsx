import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ApiPage } from '#app/pages/settings/ApiPage.tsx'
import { type ApiKey, apiKeyEndpoints, type NewApiKey } from '#features/core/api-keys/contract.ts'
import type { CurrentUser } from '#features/core/practice/contract.ts'
import { webhookEndpoints } from '#features/office/webhooks/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { Queries } from '#platform/web/Queries.tsx'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
let keys: ApiKey[]
beforeEach(async () => {
  await page.viewport(1280, 800)
  practice = fakePractice()
  keys = []
  practice.api.on(apiKeyEndpoints.list, () => keys)
  practice.api.on(webhookEndpoints.list, () => [])
})
afterEach(async () => {
  for (const { id } of currentToasts()) dismissToast(id)
  await practice.leave()
})

async function open(change: Partial<CurrentUser> = {}, isOffline = false) {
  await practice.signIn(change)
  practice.api.offline(isOffline)
  return render(
    <Queries>
      <main>
        <ApiPage />
      </main>
      <Toaster />
    </Queries>,
  )
}

const website: ApiKey = {
  id: uuidv7(),
  name: 'Website form',
  scopes: ['clients:read', 'clients:write'],
  madeBy: 'Gareth Probert',
  madeAt: '2026-11-20T09:00:00.000Z',
  expiresOn: '2027-02-18',
  isExpired: false,
  lastUsedOn: null,
}

test('a key is made for what was chosen, shown once to be copied, and listed from then on', async () => {
  const asked: NewApiKey[] = []
  practice.api.on(apiKeyEndpoints.make, ({ body }) => {
    asked.push(body)
    keys = [website]
    return { key: 'prt_shown-once', apiKey: website }
  })
  const screen = await open()
  await expect.element(screen.getByText('No keys yet')).toBeVisible()
  await screen.getByRole('button', { name: 'Make a key' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Make an API key' })
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await expect.element(dialog.getByText('Enter a name, such as Website form')).toBeVisible()
  await dialog.getByLabelText('Name').fill('Website form')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await expect.element(dialog.getByText('Choose at least one thing that the key is for')).toBeVisible()
  await dialog.getByLabelText('Clients').selectOptions('both')
  await dialog.getByLabelText('Visits').selectOptions('read')
  await dialog.getByLabelText('Ends').selectOptions('90')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  const shown = screen.getByRole('dialog', { name: 'The key for Website form' })
  await expect.element(shown.getByLabelText('Key')).toHaveValue('prt_shown-once')
  expect(asked).toEqual([{ name: 'Website form', scopes: ['clients:read', 'clients:write', 'visits:read'], days: 90 }])
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect.element(screen.getByText('Reads clients; adds and changes clients')).toBeVisible()
  await expect.element(screen.getByText('Acts for Gareth Probert, made 20 Nov 2026, ends 18 Feb 2027, not used yet')).toBeVisible()
  expect(JSON.stringify([document.documentElement.outerHTML, { ...localStorage }, { ...sessionStorage }])).not.toContain('prt_shown-once')
})

test('a key is revoked after a question', async () => {
  keys = [website, { ...website, id: uuidv7(), name: 'Old sheet', expiresOn: '2026-11-01', isExpired: true, lastUsedOn: '2026-10-30' }]
  const revoked: string[] = []
  practice.api.on(apiKeyEndpoints.revoke, ({ params }) => {
    revoked.push(params.id)
    keys = keys.filter(({ id }) => id !== params.id)
    return undefined
  })
  const screen = await open()
  await expect.element(screen.getByText('Ended', { exact: true })).toBeVisible()
  await expect.element(screen.getByText(/ended 1 Nov 2026, last used 30 Oct 2026$/)).toBeVisible()
  await screen.getByRole('button', { name: /^Revoke Website form/ }).click()
  await screen.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.element(screen.getByText('Website form opens nothing any more.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Revoke Website form/ })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: /^Revoke Old sheet/ })).toBeVisible()
  expect(revoked).toEqual([website.id])
})

test('a while after signing in the password is wanted, and a wrong one is said', async () => {
  practice.api.on(apiKeyEndpoints.make, ({ body }) => {
    if (body.password === undefined)
      throw new Refusal('proof_too_old', { message: 'You signed in a while ago. Type your password to make a key.' })
    if (body.password !== 'right') throw new Refusal('sign_in_failed', { message: 'That isn’t your password.' })
    return { key: 'prt_shown-once', apiKey: website }
  })
  const screen = await open()
  await screen.getByRole('button', { name: 'Make a key' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Make an API key' })
  await dialog.getByLabelText('Name').fill('Website form')
  await dialog.getByLabelText('Horses').selectOptions('read')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await expect.element(dialog.getByText('You signed in a while ago. Type your password to make a key.')).toBeVisible()
  await dialog.getByLabelText('Password', { exact: true }).fill('wrong')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await expect.element(dialog.getByText('That isn’t your password.')).toBeVisible()
  await dialog.getByLabelText('Password', { exact: true }).fill('right')
  await dialog.getByRole('button', { name: 'Make the key' }).click()
  await expect.element(screen.getByLabelText('Key', { exact: true })).toHaveValue('prt_shown-once')
})

describe('the screen', () => {
  test.each(['farrier', 'office', 'apprentice'] as const)('is not for an %s', async (role) => {
    const screen = await open({ role })
    await expect.element(screen.getByText('Only an owner can make API keys')).toBeVisible()
    expect(screen.getByRole('button').elements()).toEqual([])
  })

  test('leads to the reference', async () => {
    const screen = await open()
    await expect.element(screen.getByRole('link', { name: 'Reference' })).toHaveAttribute('href', '/api-reference')
  })

  test('says without a signal what it needs one for', async () => {
    const screen = await open({}, true)
    await expect.element(screen.getByText(/^You need a connection to make or revoke a key/)).toBeVisible()
    practice.api.offline(false)
    await screen.getByRole('region', { name: 'API keys' }).getByRole('button', { name: 'Try again' }).click()
    await expect.element(screen.getByText('No keys yet')).toBeVisible()
  })

  const onProfessional = { isTestVersion: false }

  test('shows a smaller plan the way to Enterprise, and makes no key there', async () => {
    const screen = await open(onProfessional)
    await expect.element(screen.getByRole('region', { name: 'API access: part of Enterprise' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
    await expect.element(screen.getByText('No keys yet')).not.toBeInTheDocument()
    await expect.element(screen.getByRole('button', { name: 'Make a key' })).not.toBeInTheDocument()
  })

  test('lists keys that were made when the plan had it, to be revoked', async () => {
    keys = [website]
    const screen = await open(onProfessional)
    await expect.element(screen.getByText(/so these keys open nothing/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: /^Revoke Website form/ })).toBeEnabled()
    await expect.element(screen.getByRole('button', { name: 'Make a key' })).not.toBeInTheDocument()
  })

  test.each(LOOKS)('has nothing that axe finds at %s px in the %s, nor has what it opens', async (width, theme) => {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    keys = [{ ...website, name: 'A form with a name that goes on for as long as sixty letters ok' }]
    const screen = await open()
    await expect.element(screen.getByRole('list', { name: 'API keys' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.getByRole('button', { name: 'Make a key' }).click()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    expect(await axeFindings()).toEqual([])
  })
})
