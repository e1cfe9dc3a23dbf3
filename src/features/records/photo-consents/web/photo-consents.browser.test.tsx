import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { type PhotoConsent, photoConsentEndpoints } from '#features/records/photo-consents/contract.ts'
import { PhotosAnswerPage } from '#features/records/photo-consents/page/PhotosAnswerPage.tsx'
import type { PhotosPage } from '#features/records/photo-consents/photos-page.ts'
import { wordingOf } from '#features/records/photo-consents/rules.ts'
import { PhotoConsentsCard } from '#features/records/photo-consents/web/PhotoConsentsCard.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow, horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
beforeEach(async () => {
  await page.viewport(375, 800)
  practice = fakePractice()
})
afterEach(() => practice.leave())

const owner = () => {
  const clientId = practice.server.write('clients', uuidv7(), clientRow({ name: 'Sarah Penrose', phone: '07700 900118', email: null }))
  return { clientId, horseId: practice.server.write('horses', uuidv7(), horseRow({ name: 'Seren', clientId })) }
}
const given: Omit<PhotoConsent, 'id' | 'clientId'> = {
  ...{ horseId: null, uses: ['social'], wordingVersion: 1, askedAt: '2026-11-19T10:00:00.000Z', how: 'link', memberId: null },
  ...{ givenAt: '2026-11-20T10:00:00.000Z', refusedAt: null, withdrawnAt: null, withdrawnBy: null },
}
const SHOWN: PhotosPage = {
  ...{ id: 'a', practiceName: 'Gareth Probert Farriery', picture: null, ownerName: 'Sarah', is: 'asked', on: null, how: null },
  ...{ withdrawnBy: null, wording: wordingOf(1, { practiceName: 'Gareth', horseName: 'Seren', uses: ['card', 'social'] }) },
}
async function open(of: { clientId: string; horseId?: string }, role: 'owner' | 'apprentice' = 'owner') {
  await practice.signIn({ role })
  await syncNow()
  return render(
    <main>
      <PhotoConsentsCard {...of} />
      <Toaster />
    </main>,
  )
}

test('what an owner said is recorded without signal, for the horse and uses that were chosen, and withdrawn after a question', async () => {
  const { clientId, horseId } = owner()
  const screen = await open({ clientId, horseId })
  practice.api.offline(true)
  window.dispatchEvent(new Event('offline'))
  await expect.element(screen.getByText(/They haven’t been asked/)).toBeVisible()
  await screen.getByRole('button', { name: 'Ask or record' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('Asking needs signal. You can record what they said without it.')).toBeVisible()
  await dialog.getByLabelText('How').selectOptions('They said yes to me')
  await dialog.getByRole('checkbox', { name: /shown to other clients/ }).click()
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect.element(screen.getByText('Shown to other clients, Social media')).toBeVisible()
  await expect.element(screen.getByText(/^Agreed said so, /)).toBeVisible()
  await screen.getByRole('button', { name: 'Withdraw, Seren' }).click()
  await screen.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect.element(screen.getByText(/Withdrawn by you, /)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Withdraw, Seren' })).not.toBeInTheDocument()
})

test('a horse shows what is about it or all of theirs; without a tick nothing is asked, and the question goes as it was chosen', async () => {
  const { clientId, horseId } = owner()
  const bess = practice.server.write('horses', uuidv7(), horseRow({ name: 'Bess', clientId }))
  practice.server.write('photo_consents', uuidv7(), { clientId, ...given })
  practice.server.write('photo_consents', uuidv7(), { clientId, ...given, horseId: bess })
  const asks: object[] = []
  practice.api.on(photoConsentEndpoints.ask, ({ body }) => {
    asks.push(body)
    return { state: 'queued' as const, consent: { id: uuidv7(), clientId, ...given } }
  })
  const screen = await open({ clientId, horseId })
  await expect.element(screen.getByText('All their horses')).toBeVisible()
  expect(screen.getByText('Bess').query()).toBeNull()
  await screen.getByRole('button', { name: 'Ask or record' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /social media/ }).click()
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect.element(dialog.getByText('Tick what the photos are for.')).toBeVisible()
  expect(asks).toEqual([])
  await dialog.getByRole('checkbox', { name: /social media/ }).click()
  await dialog.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect.element(screen.getByText('Sarah Penrose gets a link to say yes or no.', { exact: false })).toBeVisible()
  expect(asks).toEqual([{ clientId, horseId, uses: ['social'], method: 'sms' }])
})

test('withdrawing says before how many posts are taken down, in public and here', async () => {
  const { clientId } = owner()
  practice.server.write('photo_consents', uuidv7(), { clientId, ...given })
  await practice.signIn()
  await syncNow()
  for (const [posts, words] of [
    [1, '1 post is taken down.'],
    [3, '3 posts are taken down.'],
  ] as const) {
    const screen = await render(<PhotoConsentsCard clientId={clientId} postsUnder={() => posts} />)
    await screen.getByRole('button', { name: 'Withdraw, All their horses' }).click()
    await expect.element(screen.getByText(words)).toBeVisible()
    await screen.getByRole('button', { name: 'Keep it' }).click()
    await screen.unmount()
  }
  const screen = await render(<PhotosAnswerPage page={{ ...SHOWN, is: 'given', on: '20 Nov 2026', how: 'link', posts: 2 }} />)
  await expect.element(screen.getByText(/^2 posts on social media show your horses\./)).toBeVisible()
})

test('an apprentice reads it, and changes nothing', async () => {
  const { clientId } = owner()
  practice.server.write('photo_consents', uuidv7(), { clientId, ...given })
  const screen = await open({ clientId }, 'apprentice')
  await expect.element(screen.getByText('Agreed by their link, 20 Nov 2026. Wording 1')).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
})

test('the dialog and an owner’s page are usable by everyone, on a phone in the light and a desktop in the dark', async () => {
  const { clientId } = owner()
  practice.server.write('photo_consents', uuidv7(), { clientId, ...given })
  for (const [width, theme] of LOOKS) {
    await page.viewport(width, 800)
    document.documentElement.dataset.theme = theme
    const screen = await open({ clientId })
    await screen.getByRole('button', { name: 'Ask or record' }).click()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await screen.unmount()
    for (const is of ['asked', 'given', 'refused', 'withdrawn'] as const) {
      const of = { ...SHOWN, is, posts: 2, ...(is !== 'asked' && { on: '20 Nov 2026', how: 'link' as const }) }
      const painted = await render(<PhotosAnswerPage page={of} fault={is === 'asked' ? 'Tick what you agree to.' : undefined} />)
      expect(await axeFindings(), is).toEqual([])
      expect(document.documentElement.scrollWidth, is).toBeLessThanOrEqual(width)
      await painted.unmount()
    }
  }
})
