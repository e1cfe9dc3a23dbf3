import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { HorsesScreen } from '#app/pages/horses/HorsesScreen.tsx'
import { type Network, postEndpoints } from '#features/office/posts/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings, LOOKS } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow, horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

/* From two photos of a foot to a post that waits to go. */

const CONSENT = {
  ...{ horseId: null, uses: ['social'], wordingVersion: 1, askedAt: null, how: 'said', memberId: null },
  ...{ givenAt: '2026-11-20T10:00:00.000Z', refusedAt: null, withdrawnAt: null, withdrawnBy: null },
}
const network = (id: string, name: string, more: Partial<Network> = {}): Network => ({
  ...{ id, name, isOn: true, account: null, isRehearsed: false, text: 2200, altText: 1000 },
  ...more,
})
const FACEBOOK = network('facebook', 'Facebook page', { account: 'Probert Farriery', text: 3000 })
const BLUESKY = network('bluesky', 'Bluesky', { account: '@probert.bsky.social', text: 300, altText: 2000 })
const INSTAGRAM = network('instagram', 'Instagram', { isOn: false })

let practice: ReturnType<typeof fakePractice>
let networks: Network[]
let ids: { clientId: string; horseId: string }
let opened: string
beforeEach(async () => {
  await page.viewport(375, 812)
  practice = fakePractice()
  networks = [FACEBOOK, INSTAGRAM, BLUESKY]
  practice.api.on(postEndpoints.networks, () => networks)
  const clientId = practice.server.write('clients', uuidv7(), clientRow({ name: 'Sarah Penrose' }))
  const yardId = practice.server.write('yards', uuidv7(), {
    ...{ name: 'Hollybush Livery', address: 'Llanfair Caereinion', postcode: 'SY21 0AA', isActive: true, notes: null },
  })
  ids = { clientId, horseId: practice.server.write('horses', uuidv7(), horseRow({ name: 'Biscuit', clientId, yardId })) }
})
afterEach(async () => {
  await practice.leave()
  await caches.delete(opened)
})

const agree = () => practice.server.write('photo_consents', uuidv7(), { clientId: ids.clientId, ...CONSENT })

function photo(takenOn: string): string {
  const fileId = uuidv7()
  const of = { horseId: ids.horseId, appointmentId: null, workEntryId: null, view: 'solar', foot: 'NF', receivedFrom: null, filedBy: null }
  const what = { fileId, fileUrl: `/api/objects/${fileId}`, fileType: 'image', mime: 'image/jpeg', fileSize: 3000, fileName: 'x.jpg' }
  practice.server.write('attachments', uuidv7(), { ...of, ...what, uploadedBy: 'farrier', description: null, takenOn })
  return `${what.fileUrl}/picture`
}

/** The horse's photos, two of which this device has opened before. */
async function openPhotos(role: 'owner' | 'farrier' = 'owner') {
  const kept = [photo('2026-01-10'), photo('2026-10-06')]
  const user = await practice.signIn({ role })
  opened = `pritchel-opened/${user.practice.id}/${user.id}`
  const cache = await caches.open(opened)
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg'))
  for (const url of kept) await cache.put(url, new Response(blob))
  await syncNow()
  history.replaceState(null, '', `/horses?horse=${ids.horseId}&tab=photos`)
  return render(
    <>
      <main>
        <HorsesScreen />
      </main>
      <Toaster />
    </>,
  )
}

const offline = async () => {
  practice.api.offline(true)
  window.dispatchEvent(new Event('offline'))
  await syncNow()
}

type Screen = Awaited<ReturnType<typeof openPhotos>>
async function compose(screen: Screen) {
  await screen.getByRole('button', { name: 'Before and after' }).click()
  await screen.getByRole('button', { name: 'Make a post' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Make a post' })
  await expect.element(dialog.getByLabelText('What is in the picture')).toBeVisible()
  return dialog
}
const written = () => practice.ops().findLast(({ entity }) => entity === 'posts')

describe('a post', () => {
  beforeEach(() => {
    agree()
  })

  test('is written with the picture, ticked and confirmed, and goes with it as it was seen', async () => {
    const screen = await openPhotos()
    const dialog = await compose(screen)
    await expect
      .element(dialog.getByLabelText('What is in the picture'))
      .toHaveValue('Before and after, 9 months apart: a horse’s near fore, seen from below. Before is on the left, after on the right.')
    await expect.element(dialog.getByRole('checkbox', { name: /^Facebook/ })).toBeChecked()
    await expect.element(dialog.getByRole('checkbox', { name: /^Bluesky/ })).toBeChecked()
    await expect.element(dialog.getByRole('checkbox', { name: /^Instagram/ })).not.toBeInTheDocument()
    await dialog.getByRole('textbox', { name: /^Words/ }).fill('Nine months on 👨‍👩‍👧')
    // A family is one character, as people count.
    await expect.element(dialog.getByText('16 of 300 characters')).toBeVisible()
    await dialog.getByRole('checkbox', { name: /^Facebook/ }).click()
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(dialog.getByText(/confirm that no person can be recognised/).first()).toBeVisible()
    expect(written()).toBeUndefined()
    await dialog.getByRole('checkbox', { name: /No person can be recognised/ }).click()
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(screen.getByText('On its way')).toBeVisible()
    await expect.element(screen.getByRole('region', { name: 'Posts' }).getByText('Nine months on 👨‍👩‍👧')).toBeVisible()
    await expect.element(screen.getByRole('region', { name: 'Posts' }).getByText('Waiting')).toBeVisible()
  })

  test('whose words give its owner away is warned of, and goes as it is', async () => {
    const screen = await openPhotos()
    const dialog = await compose(screen)
    const words = dialog.getByRole('textbox', { name: /^Words/ })
    await words.fill('Mrs Penrose at Hollybush, Llanfair, on 6 October')
    await expect.element(dialog.getByText('It may give away the owner’s name: penrose.')).toBeVisible()
    await expect.element(dialog.getByText(/where the horse is kept or the owner lives: .*hollybush/)).toBeVisible()
    await expect.element(dialog.getByText('It may give away a date: 6 October.')).toBeVisible()
    await expect.element(words).toHaveValue('Mrs Penrose at Hollybush, Llanfair, on 6 October')
    await expect.element(dialog.getByRole('button', { name: 'Post', exact: true })).toBeEnabled()
    await words.fill('A good foot')
    await dialog.getByLabelText('What is in the picture').fill('Sarah’s horse')
    await expect.element(dialog.getByText('It may give away the owner’s name: sarah.')).toBeVisible()
  })

  test('too long for a network says by how much, and does not go', async () => {
    const screen = await openPhotos()
    const dialog = await compose(screen)
    await dialog.getByRole('textbox', { name: /^Words/ }).fill('a'.repeat(312))
    await expect.element(dialog.getByText('312 of 300 characters: 12 too many')).toBeVisible()
    await dialog.getByRole('checkbox', { name: /No person/ }).click()
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(dialog.getByText(/shorten the words by 12 characters/).first()).toBeVisible()
    await dialog.getByRole('checkbox', { name: /^Bluesky/ }).click()
    await dialog.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(screen.getByText('On its way')).toBeVisible()
  })

  test('is seen as each network lays it out', async () => {
    const screen = await openPhotos()
    const dialog = await compose(screen)
    const look = dialog.getByRole('region', { name: 'How it looks' })
    await dialog.getByRole('textbox', { name: /^Words/ }).fill('A good foot')
    await expect.element(look.getByText('Probert Farriery')).toBeVisible()
    await look.getByRole('button', { name: 'Bluesky' }).click()
    await expect.element(look.getByText('@probert.bsky.social')).toBeVisible()
    await expect.element(look.getByText('A good foot')).toBeVisible()
    await expect.element(look.getByRole('img', { name: /^Before and after, 9 months apart/ })).toBeVisible()
  })

  test('is kept as a draft without a signal, gone on with, and posted to go later', async () => {
    const screen = await openPhotos()
    await (await compose(screen)).getByRole('button', { name: 'Close' }).click()
    await offline()
    const dialog = await compose(screen)
    await expect.element(dialog.getByText('No signal. It goes when you have some.')).toBeVisible()
    await dialog.getByRole('textbox', { name: /^Words/ }).fill('A good foot')
    await dialog.getByRole('button', { name: 'Keep as draft' }).click()
    const posts = screen.getByRole('region', { name: 'Posts' })
    await expect.element(posts.getByText('Draft', { exact: true })).toBeVisible()
    await posts.getByRole('button', { name: 'Go on with it' }).click()
    const again = screen.getByRole('dialog', { name: 'Make a post' })
    await expect.element(again.getByRole('textbox', { name: /^Words/ })).toHaveValue('A good foot')
    await expect.element(again.getByRole('img', { name: /^Before and after/ }).first()).toBeVisible()
    await again.getByRole('checkbox', { name: /No person/ }).click()
    await again.getByRole('button', { name: 'Post', exact: true }).click()
    await expect.element(screen.getByText('It goes when you have signal.')).toBeVisible()
    await expect.element(posts.getByText('Draft', { exact: true })).not.toBeInTheDocument()
    await expect.element(posts.getByText('Waiting', { exact: true }).first()).toBeVisible()
  })

  test.each([375, 1280])('that was typed is not thrown away by a slip, %i px', async (width) => {
    await page.viewport(width, 812)
    const screen = await openPhotos()
    const dialog = await compose(screen)
    await dialog.getByRole('textbox', { name: /^Words/ }).fill('A good foot')
    await userEvent.keyboard('{Escape}')
    await screen.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(dialog.getByRole('textbox', { name: /^Words/ })).toHaveValue('A good foot')
  })
})

describe('what keeps a post from going', () => {
  test('is its owner, who has not agreed: that leads to asking', async () => {
    const screen = await openPhotos()
    await screen.getByRole('button', { name: 'Before and after' }).click()
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(/Sarah Penrose hasn’t agreed to photos in public/)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Make a post' })).not.toBeInTheDocument()
    await dialog.getByRole('button', { name: 'Ask or record' }).click()
    await expect.element(screen.getByRole('dialog', { name: 'Photos in public' })).toBeVisible()
  })

  test('is a consent withdrawn since the draft: the words stay', async () => {
    agree()
    const screen = await openPhotos()
    await (await compose(screen)).getByRole('button', { name: 'Keep as draft' }).click()
    const [consent] = [...practice.server.rows.values()].filter(({ entity }) => entity === 'photo_consents')
    practice.server.write('photo_consents', consent?.id ?? '', { withdrawnAt: '2026-11-21T10:00:00.000Z', withdrawnBy: 'owner' })
    await syncNow()
    await screen.getByRole('button', { name: 'Go on with it' }).click()
    const dialog = screen.getByRole('dialog', { name: 'Make a post' })
    await expect.element(dialog.getByText(/Sarah Penrose hasn’t agreed to photos on social media/)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Ask or record' })).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Post', exact: true })).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('button', { name: 'Keep as draft' })).toBeVisible()
  })

  test('is that nothing is connected: the draft is kept on the way there', async () => {
    agree()
    networks = [{ ...FACEBOOK, isOn: false }, INSTAGRAM]
    const screen = await openPhotos()
    const dialog = await compose(screen)
    await expect.element(dialog.getByText(/^No network is connected/)).toBeVisible()
    await dialog.getByRole('textbox', { name: /^Words/ }).fill('A good foot')
    await dialog.getByRole('button', { name: 'Keep the draft and connect one' }).click()
    await expect.poll(() => location.pathname + location.search).toBe('/integrations?tab=social')
  })

  test('is for its owner to connect, where another member writes', async () => {
    agree()
    networks = []
    const screen = await openPhotos('farrier')
    const dialog = await compose(screen)
    await expect.element(dialog.getByText(/The owner connects one under Integrations/)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: /connect one/ })).not.toBeInTheDocument()
  })

  test('is that the device was never told what is connected', async () => {
    agree()
    const screen = await openPhotos()
    await offline()
    const dialog = await compose(screen)
    await expect.element(dialog.getByText(/doesn’t know yet which networks are connected/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Keep as draft' }).click()
    await expect.element(screen.getByText('Draft kept')).toBeVisible()
  })
})

test.each(LOOKS)('axe finds nothing where a post is written, %i px, %s', async (width, theme) => {
  agree()
  await page.viewport(width, 812)
  document.documentElement.dataset.theme = theme
  const screen = await openPhotos()
  const dialog = await compose(screen)
  await dialog.getByRole('textbox', { name: /^Words/ }).fill(`Mrs Penrose ${'a'.repeat(300)}`)
  await dialog.getByRole('button', { name: 'Post', exact: true }).click()
  await expect.element(dialog.getByText(/shorten the words by/).first()).toBeVisible()
  expect(await axeFindings()).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
