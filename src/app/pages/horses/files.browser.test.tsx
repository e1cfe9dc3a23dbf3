import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { HorsesScreen } from '#app/pages/horses/HorsesScreen.tsx'
import { fileEndpoints } from '#features/files/contract.ts'
import { uuidv7 } from '#lib/ids.ts'
import { openByteStore } from '#platform/web/byte-store.ts'
import { currentStore } from '#platform/web/current.ts'
import { syncNow } from '#platform/web/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#app/styles.css'

let practice: ReturnType<typeof fakePractice>
let here: Set<string>
beforeEach(async () => {
  await page.viewport(1280, 900)
  practice = fakePractice()
  here = new Set()
  const clientId = practice.server.write('clients', uuidv7(), { name: 'Sarah Penrose', businessName: null, isActive: true })
  practice.server.write('horses', uuidv7(), horseRow({ name: 'Biscuit', clientId, owners: [] }))
  practice.api
    .on(fileEndpoints.upload, ({ body }) => {
      const id = body?.id ?? ''
      const [state, uploadURL] = here.has(id) ? (['stored', null] as const) : (['uploading', `/api/objects/${id}/upload/x`] as const)
      return { id, state, uploadURL, way: 'put' as const }
    })
    .on(fileEndpoints.put, ({ params }) => void here.add(params.id))
  // What the server finds out itself about a file.
  practice.server.answer = (op) => {
    if (op.entity !== 'attachments' || op.action !== 'CREATE') return undefined
    practice.server.applied.set(op.opId, op)
    const row = { ...op.data, id: op.id, fileSize: 3004, mime: 'image/jpeg', fileUrl: '/api/objects/x', receivedFrom: null }
    return { status: 'applied', rev: 1, row }
  }
})
afterEach(() => practice.leave())

async function open() {
  await practice.signIn()
  const screen = await render(
    <main>
      <HorsesScreen />
      <Toaster />
    </main>,
  )
  await screen.getByRole('button', { name: 'View Biscuit' }).click()
  const panel = screen.getByRole('complementary', { name: 'Biscuit - Work History' })
  await panel.getByRole('tab', { name: 'Files' }).click()
  return { screen, panel }
}
type Panel = Awaited<ReturnType<typeof open>>['panel']

const photo = new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, ...new Array(3000).fill(7)])], 'Near fore.jpg', { type: 'image/jpeg' })

async function add(panel: Panel, file: File, type = 'image') {
  await panel.getByRole('button', { name: 'Add a file' }).click()
  await panel.getByLabelText('File type').selectOptions(type)
  await userEvent.upload(panel.getByLabelText('File of Biscuit', { exact: true }), file)
}
const kept = async () => {
  const store = currentStore()
  if (!store) throw new Error('nobody is signed in')
  return { rows: await store.blob.toArray(), names: await (await openByteStore(store)).list() }
}

test('a photo added without a signal is kept on the device, and goes once there is one', async () => {
  const { screen, panel } = await open()
  practice.api.offline(true)
  await add(panel, photo)
  const reads = (text: string) => panel.getByText(text, { exact: false })
  await expect.element(reads('Image, 3 KB')).toBeVisible()
  await expect.element(reads('Image for Biscuit')).toBeVisible()
  await expect.element(reads('Waiting to be sent, 0 bytes of 3 KB')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  const { rows, names } = await kept()
  expect(rows).toMatchObject([{ store: 'opfs', size: 3004, state: 'waiting' }])
  expect(names).toHaveLength(1)

  practice.api.offline(false)
  await syncNow()
  await expect.element(screen.getByText('Image has been saved successfully.')).toBeVisible()
  expect(practice.ops()).toMatchObject([{ entity: 'attachments', action: 'CREATE', data: { fileName: 'Near fore.jpg' } }])
  expect([...here]).toEqual([rows[0]?.id])
  await expect.poll(async () => (await kept()).names).toEqual([])
  await expect.element(reads('waiting')).not.toBeInTheDocument()
})

test('what a file is decides what it can be filed under, whatever it is called', async () => {
  const { panel } = await open()
  await add(panel, new File(['a note'], 'hoof.png', { type: 'image/png' }))
  await expect.element(panel.getByText('hoof.png can’t be filed under image. Choose another file, or another type.')).toBeVisible()
  expect((await kept()).rows).toEqual([])
  await panel.getByLabelText('File type').selectOptions('document')
  await userEvent.upload(panel.getByLabelText('File of Biscuit', { exact: true }), new File(['a note'], 'note.txt'))
  await expect.element(panel.getByText('note.txt')).toBeVisible()
})

test('a file that has not gone can be forgotten, and then is nowhere', async () => {
  const { screen, panel } = await open()
  practice.api.offline(true)
  await add(panel, photo)
  await panel.getByRole('button', { name: 'Remove Near fore.jpg' }).click()
  await screen.getByRole('button', { name: 'Forget it' }).click()
  await expect
    .element(panel.getByText('Photos, videos, gait analysis and papers of Biscuit are kept here.', { exact: false }))
    .toBeVisible()
  await expect.poll(kept).toEqual({ rows: [], names: [] })
})

test('a file the browser cleared is asked for again, and only the same one will do', async () => {
  const { panel } = await open()
  practice.api.offline(true)
  await add(panel, photo)
  await expect.element(panel.getByText('Waiting to be sent', { exact: false })).toBeVisible()
  const store = currentStore()
  const [blob] = (await kept()).rows
  if (store && blob) await (await openByteStore(store)).remove(blob.path)
  practice.api.offline(false)
  await syncNow()
  await expect.element(panel.getByText('This device no longer has the file', { exact: false })).toBeVisible()
  const again = panel.getByLabelText('Near fore.jpg again')
  await userEvent.upload(again, new File(['other'], 'other.jpg'))
  await expect.element(panel.getByText('That is not Near fore.jpg as it was. Choose the same file.')).toBeVisible()
  await userEvent.upload(again, photo)
  await expect.poll(() => here.size).toBe(1)
  await expect.poll(() => practice.ops().length).toBe(1)
})

test('a file the server won’t keep says why', async () => {
  practice.api.on(fileEndpoints.put, () => {
    throw new Refusal('file_refused')
  })
  const { panel } = await open()
  await add(panel, photo)
  await expect.element(panel.getByText('This kind of file is not kept here.', { exact: false })).toBeVisible()
})
