import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { HorsesScreen } from '#app/pages/horses/HorsesScreen.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { horseRow } from '#testing/browser/rows.ts'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
let horseId: string
let opened: string
beforeEach(async () => {
  await page.viewport(1280, 900)
  practice = fakePractice()
  const clientId = practice.server.write('clients', uuidv7(), { name: 'Sarah Penrose', businessName: null, isActive: true })
  horseId = practice.server.write('horses', uuidv7(), horseRow({ name: 'Biscuit', clientId, owners: [] }))
})
afterEach(async () => {
  await practice.leave()
  await caches.delete(opened)
})

/** A file on record whose pictures this device has opened before, by default. */
async function picture(takenOn: string, more: Record<string, unknown> = {}): Promise<string> {
  const { isKept = true, ...fields } = more
  const fileId = uuidv7()
  const of = { horseId, appointmentId: null, workEntryId: null, foot: null, view: null, receivedFrom: null, filedBy: null }
  const what = { fileId, fileUrl: `/api/objects/${fileId}`, fileType: 'image', mime: 'image/jpeg', fileSize: 3000, fileName: 'x.jpg' }
  practice.server.write('attachments', uuidv7(), { ...of, ...what, uploadedBy: 'farrier', description: null, takenOn, ...fields })
  if (isKept) kept.push(`${what.fileUrl}/thumbnail?width=280`, `${what.fileUrl}/picture`)
  return fileId
}
const kept: string[] = []

async function open(search: string) {
  const user = await practice.signIn()
  opened = `pritchel-opened/${user.practice.id}/${user.id}`
  const cache = await caches.open(opened)
  const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 30 })
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg'))
  for (const url of kept.splice(0)) await cache.put(url, new Response(blob && withPlace(blob)))
  history.replaceState(null, '', `/horses?horse=${horseId}${search}`)
  const screen = await render(
    <main>
      <HorsesScreen />
    </main>,
  )
  const panel = screen.getByRole('complementary', { name: 'Biscuit - Work History' })
  await expect.element(panel.getByRole('tab', { name: 'Photos' })).toBeVisible()
  practice.api.offline(true)
  await syncNow()
  return { screen, panel }
}

/** A photo with what a camera writes into it, after its first two bytes. */
const withPlace = (photo: Blob) => {
  const written = new TextEncoder().encode('Exif\0\0GPSMark')
  return new Blob([photo.slice(0, 2), new Uint8Array([0xff, 0xe1, 0, written.length + 2]), written, photo.slice(2)])
}

test('a horse’s pictures are listed by year and visit without a signal, a part at a time, and by foot and view', async () => {
  const workId = practice.server.write('work_entries', uuidv7(), {
    ...{ horseId, workDate: '2026-10-06', serviceType: 'Full set new', visitHorseId: null, description: null, findings: null },
    ...{ recommendations: null, setup: null, resetsCycle: true, memberId: null },
  })
  await picture('2026-10-06', { workEntryId: workId, foot: 'NF', view: 'solar' })
  await picture('2026-10-06', { workEntryId: workId, foot: 'OF', view: 'lateral' })
  await picture('2026-10-07', { fileType: 'video', mime: 'video/mp4', description: 'Trot up' })
  for (let day = 1; day <= 28; day++)
    for (const month of ['03', '05']) await picture(`2025-${month}-${String(day).padStart(2, '0')}`, { isKept: false })
  await picture('2026-10-06', { fileType: 'document', mime: 'application/pdf' })
  const { panel } = await open('&tab=photos')
  const tiles = panel.getByRole('button', { name: /^Open / })
  await expect.element(panel.getByRole('tab', { name: 'Photos' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(panel.getByRole('region', { name: '2026' }).getByText('Tue 6 Oct, Full set new')).toBeVisible()
  expect(tiles.elements()).toHaveLength(48)
  await expect.poll(() => panel.getByRole('region', { name: '2026' }).element().querySelectorAll('img').length).toBe(3)
  expect(await axeFindings()).toEqual([])

  await panel.getByRole('button', { name: 'Show more of 59' }).click()
  expect(tiles.elements()).toHaveLength(59)
  await panel.getByRole('button', { name: 'NF', exact: true }).click()
  expect(tiles.elements()).toHaveLength(1)
  await panel.getByRole('button', { name: 'NF', exact: true }).click()
  await panel.getByLabelText('View').selectOptions('lateral')
  await expect.element(panel.getByRole('button', { name: 'Open photo OF Lateral, 6 Oct 2026' })).toBeVisible()
})

test('what was opened of a file that no record names any more does not stay on the device', async () => {
  kept.push('/api/objects/erased/picture')
  await picture('2026-10-06')
  const { panel } = await open('&tab=photos')
  await expect.element(panel.getByRole('button', { name: /^Open / })).toBeVisible()
  const urls = async () => (await (await caches.open(opened)).keys()).map(({ url }) => new URL(url).pathname)
  await expect.poll(urls).not.toContain('/api/objects/erased/picture')
  expect(await urls()).toHaveLength(2)
})

test('the keys go from picture to picture and from one large one to the next, and two chosen open one over the other', async () => {
  await picture('2026-05-04', { description: 'Before' })
  await picture('2026-08-04', { description: 'After' })
  await picture('2026-09-04', { fileType: 'video', mime: 'video/mp4', description: 'Trot up' })
  const { screen, panel } = await open('&tab=photos')
  await panel.getByRole('button', { name: 'Open photo After, 4 Aug 2026' }).click()
  const large = screen.getByRole('dialog')
  await expect.element(large).toHaveAccessibleName('After')
  await expect.element(large.getByText('4 Aug 2026, 2 of 3')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(large.getByText('This video is on the server. Open it when you have signal.')).toBeVisible()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(large).toHaveAccessibleName('Before')
  expect(await axeFindings()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(large).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(panel.getByRole('button', { name: 'Open photo Before, 4 May 2026' })).toHaveFocus()

  await panel.getByRole('button', { name: 'Compare two' }).click()
  await panel.getByRole('button', { name: /^Choose photo Before/ }).click()
  await panel.getByRole('button', { name: /^Choose photo After/ }).click()
  await expect.element(screen.getByRole('slider', { name: 'How much of the earlier photo is shown' })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Before: Before' })).toBeVisible()
  await expect.element(screen.getByRole('img', { name: 'Now: After' })).toBeVisible()
})

test('a horse without pictures shows what they are for and leads to the card', async () => {
  const { panel } = await open('')
  await panel.getByRole('tab', { name: 'Photos' }).click()
  await panel.getByRole('button', { name: 'Add a file' }).click()
  await expect.element(panel.getByRole('tab', { name: 'Files' })).toHaveAttribute('aria-selected', 'true')
  expect(location.search).toBe(`?horse=${horseId}&tab=files`)
})

test('a before and after is made of two photos of a foot under the owner’s consent alone, without a signal, and with nothing a camera wrote', async () => {
  const clientId = practice.server.write('clients', uuidv7(), { name: 'Sarah Penrose', businessName: null, isActive: true })
  horseId = practice.server.write('horses', uuidv7(), horseRow({ name: 'Biscuit', clientId, owners: [] }))
  await picture('2026-01-10', { foot: 'NF' })
  await picture('2026-10-06', { foot: 'NF' })
  const { screen, panel } = await open('&tab=photos')
  const urls = vi.spyOn(URL, 'createObjectURL')
  await panel.getByRole('button', { name: 'Before and after' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('Sarah Penrose hasn’t agreed to photos in public.', { exact: false })).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Save the picture' })).not.toBeInTheDocument()
  practice.api.offline(false)
  const consent = practice.server.write('photo_consents', uuidv7(), {
    ...{ clientId, horseId: null, uses: ['social'], wordingVersion: 1, askedAt: null, how: 'said', memberId: null },
    ...{ givenAt: '2026-11-20T10:00:00.000Z', refusedAt: null, withdrawnAt: null, withdrawnBy: null },
  })
  await syncNow()
  await expect.element(dialog.getByText('Agreed: social media. Nothing else.')).toBeVisible()
  const shown = dialog.getByRole('img', { name: 'The near fore of a horse, before on the left and after on the right' })
  await expect.element(shown).toBeVisible()
  const [photo, made] = [urls.mock.calls[0]?.[0], urls.mock.calls.at(-1)?.[0]] as [Blob, Blob]
  expect([await photo.text(), made.type]).toEqual([expect.stringContaining('GPSMark'), 'image/jpeg'])
  expect(await made.text()).not.toMatch(/Exif|GPSMark/)
  const save = dialog.getByRole('button', { name: 'Save the picture' })
  await expect.element(save).toBeDisabled()
  await dialog.getByRole('textbox', { name: /^Words/ }).fill('Thank you, Mrs Penrose')
  await expect.element(dialog.getByText('It may give away the owner’s name: penrose.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /No person can be recognised/ }).click()
  await expect.element(save).toBeEnabled()
  expect(await axeFindings()).toEqual([])
  practice.server.write('photo_consents', consent, { withdrawnAt: '2026-11-21T10:00:00.000Z', withdrawnBy: 'owner' })
  await syncNow()
  await expect.element(save).not.toBeInTheDocument()
})
