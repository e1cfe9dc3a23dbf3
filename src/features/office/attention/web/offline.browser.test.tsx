import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { declareRecords } from '#app/records.ts'
import { OfflinePage } from '#features/office/attention/web/OfflinePage.tsx'
import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { SyncResult } from '#lib/sync.ts'
import { noteServerDate } from '#platform/web/device/clock.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { record } from '#platform/web/sync/outbox.ts'
import { writeMeta } from '#platform/web/sync/store.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { clientRow, horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import { currentToasts, dismissToast } from '#ui/toast-store.ts'
import '#ui/styles.css'

declareRecords()

let practice: ReturnType<typeof fakePractice>
let sarah: string

beforeEach(async () => {
  await page.viewport(375, 900)
  practice = fakePractice()
  sarah = practice.server.write('clients', uuidv7(), clientRow({ name: 'Sarah Penrose', phone: '07700 900118' }))
  await practice.signIn()
  await syncNow()
})

afterEach(async () => {
  await cleanup()
  for (const { id } of currentToasts()) dismissToast(id)
  await practice.leave()
})

async function status(search = '') {
  const { hook, searchHook, history } = memoryLocation({ path: '/offline', searchPath: search, record: true })
  const screen = await render(
    <Router hook={hook} searchHook={searchHook}>
      <main>
        <OfflinePage />
      </main>
      <Toaster />
    </Router>,
  )
  return { screen, history }
}

/** The farrier changes the phone here, while the office changes it too. */
async function collide(mine = '07700 900555', theirs = '07700 900999') {
  practice.api.offline(true)
  await record([{ action: 'UPDATE', entity: 'clients', id: sarah, data: { phone: mine } }])
  practice.server.write('clients', sarah, { phone: theirs })
  practice.api.offline(false)
  await syncNow()
}

/** The server refuses every change it is sent. */
function refuse(message: string, only: (action: string) => boolean = () => true) {
  practice.server.answer = (op) =>
    only(op.action) ? ({ status: 'rejected', code: 'bad_request', message } satisfies Partial<SyncResult>) : undefined
}

const phoneOf = () => practice.server.row('clients', sarah)?.data.phone
const inQueue = () => currentStore()?.queue.count()

test('a conflict shows both values, and keeping mine sends mine', async () => {
  await collide()
  const { screen } = await status()
  const card = screen.getByRole('article', { name: 'Sarah Penrose' })
  await expect
    .element(card.getByText('You changed the phone number to 07700 900555 offline. Meanwhile it was changed to 07700 900999.'))
    .toBeVisible()
  expect(await axeFindings()).toEqual([])
  await card.getByRole('button', { name: 'Keep mine 07700 900555' }).click()
  await expect.element(card).not.toBeInTheDocument()
  await expect.poll(phoneOf).toBe('07700 900555')
  await expect.poll(inQueue).toBe(0)
})

test('keeping theirs puts mine by, and Undo brings it back to be decided', async () => {
  await collide()
  const { screen } = await status()
  const card = screen.getByRole('article', { name: 'Sarah Penrose' })
  await card.getByRole('button', { name: 'Keep theirs 07700 900999' }).click()
  await expect.element(screen.getByText('Kept theirs')).toBeVisible()
  await expect.element(card).not.toBeInTheDocument()
  expect(phoneOf()).toBe('07700 900999')
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(card).toBeVisible()
})

test("a conflict is resolved in the record's own form", async () => {
  await collide()
  const { screen } = await status()
  await screen.getByRole('button', { name: 'Edit instead' }).click()
  const form = screen.getByRole('dialog', { name: 'Edit Client' })
  await expect.element(form.getByRole('textbox', { name: /^Phone/ })).toHaveValue('07700 900555')
  await form.getByRole('textbox', { name: /^Phone/ }).fill('07700 900777')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(phoneOf).toBe('07700 900777')
  await expect.poll(inQueue).toBe(0)
})

test('a refused change shows the server’s sentence, is edited and sent', async () => {
  refuse('That is no phone number.')
  await record([{ action: 'UPDATE', entity: 'clients', id: sarah, data: { phone: '123' } }])
  await syncNow()
  const { screen } = await status()
  await expect.element(screen.getByText('You changed the phone number to 123. That is no phone number.')).toBeVisible()
  practice.server.answer = () => undefined
  await screen.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = screen.getByRole('dialog', { name: 'Edit Client' })
  await form.getByRole('textbox', { name: /^Phone/ }).fill('07700 900123')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect.poll(phoneOf).toBe('07700 900123')
  await expect.element(screen.getByRole('heading', { name: /To decide/ })).not.toBeInTheDocument()
})

test('a refused client shows the changes that wait for it; discarded and restored, it loses nothing', async () => {
  refuse('That client cannot be.', (action) => action === 'CREATE')
  const clientId = uuidv7()
  await record([
    { action: 'CREATE', entity: 'clients', id: clientId, data: clientRow({ name: 'Nia Farrow' }) },
    { action: 'CREATE', entity: 'horses', data: horseRow({ name: 'Duke', clientId }) },
  ])
  await syncNow()
  const { screen } = await status()
  const nia = screen.getByRole('article', { name: 'Nia Farrow' })
  await expect.element(nia.getByText('You added this client. That client cannot be.')).toBeVisible()
  await nia.getByRole('button', { name: 'Discard' }).click()
  await expect.element(nia).not.toBeInTheDocument()
  await screen.getByText(/Set aside in the last 30 days/).click()
  await screen.getByRole('button', { name: 'Restore: Nia Farrow' }).click()
  await expect.element(nia).toBeVisible()
})

test('a link from a record leads to its card', async () => {
  await collide()
  const { screen } = await status(`record=clients/${sarah}`)
  await expect.element(screen.getByRole('article', { name: 'Sarah Penrose' })).toHaveFocus()
})

test('the sync button shows the actual outcome', async () => {
  refuse('No.')
  practice.api.offline(true)
  await record([{ action: 'UPDATE', entity: 'clients', id: sarah, data: { notes: 'Dog' } }])
  const { screen } = await status()
  const button = screen.getByRole('button', { name: 'Sync 1 Change' })
  await expect.element(button).toBeVisible()
  // With the signal back the device sends automatically, and nothing is left to press: so both happen at once.
  practice.api.offline(false)
  ;(button.element() as HTMLElement).click()
  await expect.element(screen.getByText('1 change is for you to decide.')).toBeVisible()
  practice.server.answer = () => undefined
  await screen.getByRole('button', { name: 'Discard' }).click()
  await screen.getByRole('button', { name: 'Force Sync' }).click()
  await expect.element(screen.getByText('Sync Completed')).toBeVisible()
  practice.api.offline(true)
  await screen.getByRole('button', { name: 'Force Sync' }).click()
  await expect.element(screen.getByText('No Internet Connection')).toBeVisible()
})

test('what waits is listed by record, and the export has every change of it', async () => {
  practice.api.offline(true)
  await record([{ action: 'UPDATE', entity: 'clients', id: sarah, data: { notes: 'Dog', phone: '07700 900555' } }])
  await record([{ action: 'CREATE', entity: 'horses', data: horseRow({ name: 'Duke', clientId: sarah }) }])
  const { screen } = await status()
  const rows = screen.getByRole('region', { name: 'Waiting to send' }).getByRole('listitem')
  await expect.element(rows.first().getByText('Duke')).toBeVisible()
  await expect.element(rows.first().getByText('Added')).toBeVisible()
  await expect.element(rows.last().getByText('Sarah Penrose')).toBeVisible()
  await expect.element(rows.last().getByText('Changed: notes, phone number')).toBeVisible()
  const saved = vi.spyOn(URL, 'createObjectURL')
  await screen.getByRole('button', { name: 'Export unsent changes' }).click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  const [blob] = saved.mock.calls[0] ?? []
  const text = blob instanceof Blob ? await blob.text() : ''
  for (const { opId } of (await currentStore()?.queue.toArray()) ?? []) expect(text).toContain(opId)
  saved.mockRestore()
})

test('a cleared local copy and a wrong clock are shown, each with its remedy', async () => {
  const store = currentStore()
  if (store) await writeMeta(store, 'wasCleared', true)
  const now = currentMs()
  noteServerDate(new Date(now - 26 * 3_600_000).toUTCString(), now, now)
  const { screen } = await status()
  await expect.element(screen.getByText('This browser cleared its copy')).toBeVisible()
  await expect.element(screen.getByText("This device's clock is 26 hours fast")).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'I have looked' }).click()
  await expect.element(screen.getByText('This browser cleared its copy')).not.toBeInTheDocument()
  noteServerDate(new Date(now).toUTCString(), now, now)
  await expect.element(screen.getByText(/This device's clock/)).not.toBeInTheDocument()
})
