import { afterEach, beforeEach, expect, test } from 'vitest'
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
  for (const url of kept.splice(0)) await cache.put(url, new Response(blob))
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
