import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { HorsesScreen } from '#app/pages/horses/HorsesScreen.tsx'
import { fileEndpoints } from '#features/evidence/files/contract.ts'
import { filePlanOf } from '#features/evidence/files/plan.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { Tier } from '#lib/plan.ts'
import { openByteStore } from '#platform/web/files/byte-store.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { Refusal } from '#testing/browser/fake-api.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
let here: Set<string>
let asked: object[]
let me: string
beforeEach(async () => {
  await page.viewport(1280, 900)
  practice = fakePractice()
  here = new Set()
  asked = []
  const clientId = practice.server.write('clients', uuidv7(), { name: 'Sarah Penrose', businessName: null, isActive: true })
  const horseId = practice.server.write('horses', uuidv7(), horseRow({ name: 'Biscuit', clientId, vetName: 'Jane Ockham', owners: [] }))
  history.replaceState(null, '', `/horses?horse=${horseId}&tab=files`)
  practice.api
    .on(fileEndpoints.upload, ({ body }) => {
      asked.push(body ?? {})
      const id = body?.id ?? ''
      const [state, uploadURL] = here.has(id) ? (['stored', null] as const) : (['uploading', `/api/objects/${id}/upload/x`] as const)
      return { id, state, uploadURL, way: 'put' as const }
    })
    .on(fileEndpoints.put, ({ params }) => void here.add(params.id))
    .on(fileEndpoints.usage, () => onPlan('professional'))
  // What the server finds out itself about a file.
  practice.server.answer = (op) => {
    if (op.entity !== 'attachments' || op.action !== 'CREATE') return undefined
    practice.server.applied.set(op.opId, op)
    const row = { ...op.data, id: op.id, filedBy: me, fileSize: 3004, mime: 'image/jpeg', fileUrl: '/api/objects/x' }
    return { status: 'applied', rev: 1, row }
  }
})
afterEach(() => practice.leave())

const onPlan = (tier: Tier) => ({ tier, month: '2026-11', videoBytes: 0, storedBytes: 0, plan: filePlanOf(tier) })

async function open() {
  me = (await practice.signIn()).memberId
  const screen = await render(
    <main>
      <HorsesScreen />
      <Toaster />
    </main>,
  )
  const panel = screen.getByRole('complementary', { name: 'Biscuit - Work History' })
  await expect.element(panel.getByRole('tab', { name: 'Files', selected: true })).toBeVisible()
  return { screen, panel }
}
type Panel = Awaited<ReturnType<typeof open>>['panel']

const JPEG = [0xff, 0xd8, 0xff, 0xe0]
const photo = new File([new Uint8Array([...JPEG, ...new Array(3000).fill(7)])], 'Near fore.jpg', { type: 'image/jpeg' })
const dicom = new File([new Uint8Array(128), 'DICM', new Uint8Array(200)], 'IM000001')

/** Chooses a type in the card, and marks it as made by someone else. */
async function choose(panel: Panel, type: string, by?: string) {
  const card = panel.getByRole('region', { name: 'Add a file' })
  if (!card.query()) await panel.getByRole('button', { name: 'Add a file' }).click()
  if (by) await card.getByLabelText('Who made it').selectOptions(by)
  await card.getByLabelText('File type').selectOptions(type)
  return card
}

/** Gives a file to Uppy as its own picker would. */
async function pick(file: File | File[]) {
  await expect.poll(() => document.querySelector('input.uppy-Dashboard-input')).not.toBeNull()
  const input = document.querySelector('input.uppy-Dashboard-input') as HTMLElement
  await userEvent.upload(page.elementLocator(input), file)
}

/** Drops a file on the widget, which takes no copy of it. */
async function drop(file: File) {
  await expect.poll(() => document.querySelector('.uppy-Dashboard')).not.toBeNull()
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  document.querySelector('.uppy-Dashboard')?.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
}

const kept = async () => {
  const store = currentStore()
  if (!store) throw new Error('nobody is signed in')
  return { rows: await store.blob.toArray(), names: await (await openByteStore(store)).list() }
}

const reads = (panel: Panel, text: string) => panel.getByText(text, { exact: false })

describe('the upload card', () => {
  test('takes a file by type, sends it, shows when it is on record, and is as at the start', async () => {
    const { screen, panel } = await open()
    const card = await choose(panel, 'image')
    await card.getByLabelText('Description optional').fill('Before the trim')
    await expect.element(card.getByRole('button', { name: 'choose a file' })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await pick(photo)
    await expect.element(screen.getByText('Image has been saved successfully.')).toBeVisible()
    await expect.element(card.getByLabelText('File type')).toHaveValue('')
    await expect.element(card.getByLabelText('Description optional')).not.toBeInTheDocument()
    expect(asked[0]).toMatchObject({ fileType: 'image', mime: 'image/jpeg', bytes: 3004 })
    expect(practice.ops()).toMatchObject([
      { entity: 'attachments', data: { fileName: 'Near fore.jpg', description: 'Before the trim', uploadedBy: 'farrier' } },
    ])
    expect([...here]).toHaveLength(1)
    await expect.poll(async () => (await kept()).names).toEqual([])
    await card.getByRole('button', { name: 'Close' }).click()
    await expect.element(reads(panel, 'By you')).toBeVisible()
  })

  test('keeps a file on the device without a signal, makes room for the next, and sends it once there is one', async () => {
    const { screen, panel } = await open()
    practice.api.offline(true)
    const card = await choose(panel, 'image')
    await pick(photo)
    await expect.element(screen.getByText("It goes to the server automatically when there's signal.")).toBeVisible()
    await expect.element(card.getByLabelText('File type')).toHaveValue('')
    await expect.element(reads(panel, 'Waiting to be sent, 0 bytes of 3 KB')).toBeVisible()
    await expect.element(reads(panel, 'Image for Biscuit')).toBeVisible()
    expect(await axeFindings()).toEqual([])
    const { rows, names } = await kept()
    expect(rows).toMatchObject([{ store: 'opfs', size: 3004, state: 'waiting', fileType: 'image' }])
    expect(names).toHaveLength(1)

    practice.api.offline(false)
    await syncNow()
    await expect.element(screen.getByText('Image has been saved successfully.')).toBeVisible()
    expect([...here]).toEqual([rows[0]?.id])
    await expect.poll(async () => (await kept()).names).toEqual([])
  })

  test('goes by what a file is, shows what would do, and loses nothing that was written', async () => {
    const { panel } = await open()
    const card = await choose(panel, 'image')
    await card.getByLabelText('Description optional').fill('Lateral')
    await pick(new File(['a note'], 'hoof.png', { type: 'image/png' }))
    await expect
      .element(card.getByRole('alert'))
      .toHaveTextContent(
        'This is a text file, which can’t be filed as image. Choose a picture, or file this one as gait analysis or document.',
      )
    await pick(dicom)
    await expect.element(reads(panel, 'or say that you received this one from a vet.')).toBeVisible()
    expect((await kept()).rows).toEqual([])
    await expect.element(card.getByLabelText('Description optional')).toHaveValue('Lateral')
  })

  test('files what was received for who made it: their types, their name, their day, and whose hands it went through', async () => {
    const { panel } = await open()
    const card = await choose(panel, 'radiograph', 'vet')
    await expect.element(card.getByText('Veterinarian')).toBeVisible()
    await expect.element(card.getByLabelText('Name of the vet')).toHaveValue('Jane Ockham')
    await card.getByLabelText('Date taken optional').fill('2026-10-06')
    await pick(dicom)
    await expect
      .poll(() => practice.ops()[0]?.data)
      .toMatchObject({
        ...{ fileType: 'radiograph', uploadedBy: 'vet', receivedFrom: 'Jane Ockham', takenOn: '2026-10-06', fileName: 'IM000001' },
      })
    expect(asked[0]).toMatchObject({ mime: 'application/dicom', fileType: 'radiograph' })
    await expect.element(reads(panel, 'From Jane Ockham (Veterinarian), filed by you, taken 6 Oct 2026')).toBeVisible()
  })

  test('requires the missing name of a file that was received', async () => {
    const { panel } = await open()
    const card = await choose(panel, 'scan', 'para-professional')
    await pick(photo)
    await expect.element(card.getByText('Missing required meta field: Name.', { exact: false }).last()).toBeVisible()
    expect((await kept()).rows).toEqual([])
    await card.getByLabelText('Name of the para-professional').fill('Idris Vaughan')
    await card.getByRole('button', { name: 'Upload 1 file' }).click()
    await expect.poll(() => practice.ops()[0]?.data).toMatchObject({ uploadedBy: 'para-professional', receivedFrom: 'Idris Vaughan' })
  })

  test('holds a file back and lets it go on, here and in the list, and removes it on Cancel', async () => {
    const isAsked = Promise.withResolvers<void>()
    practice.api.on(fileEndpoints.upload, () => {
      isAsked.resolve()
      return new Promise<never>(() => undefined)
    })
    const { panel } = await open()
    const card = await choose(panel, 'image')
    await pick(photo)
    await isAsked.promise
    await card.getByRole('button', { name: 'Pause', exact: true }).click()
    await expect.element(card.getByText('Paused', { exact: true })).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await expect.element(reads(panel, 'Paused, 0 bytes of 3 KB')).toBeVisible()
    await expect.poll(async () => (await kept()).rows).toMatchObject([{ isPaused: true }])
    await card.getByRole('button', { name: 'Resume', exact: true }).click()
    await expect.poll(async () => (await kept()).rows[0]?.isPaused).toBeUndefined()
    await card.getByRole('button', { name: 'Add another while it sends' }).click()
    await expect.element(card.getByLabelText('File type')).toHaveValue('')
    expect((await kept()).rows).toHaveLength(1)

    await choose(panel, 'image')
    await pick(new File([new Uint8Array([...JPEG, 9])], 'Off fore.jpg'))
    await expect.poll(async () => (await kept()).rows).toHaveLength(2)
    await card.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(card.getByLabelText('File type')).toHaveValue('')
    // The card is free before its file is removed.
    await expect.poll(() => currentStore()?.queue.count()).toBe(1)
    await expect.element(panel.getByText('Off fore.jpg').first()).not.toBeInTheDocument()
    await expect.element(panel.getByText('Near fore.jpg').first()).toBeVisible()
  })

  test('goes on keeping a file whose card is left while it is written', async () => {
    practice.api.on(fileEndpoints.upload, () => new Promise<never>(() => undefined))
    const { panel } = await open()
    await choose(panel, 'image')
    await drop(new File([new Uint8Array(JPEG), new Uint8Array(24_000_000)], 'large.jpg'))
    await expect.element(reads(panel, 'Saving it on this device')).toBeVisible()
    await panel.getByRole('tab', { name: 'Timeline' }).click()
    await expect.poll(async () => (await kept()).rows).toMatchObject([{ name: 'large.jpg', size: 24_000_004 }])
    expect(await currentStore()?.queue.count()).toBe(1)
  })

  test('refuses without a signal what the plan has no place for, before anything is kept', async () => {
    practice.api.on(fileEndpoints.usage, () => onPlan('essential'))
    const { panel } = await open()
    const card = await choose(panel, 'video')
    await expect.poll(() => localStorage.length && Object.keys(localStorage).some((key) => key.startsWith('files.usage'))).toBe(true)
    practice.api.offline(true)
    await pick(new File([new Uint8Array([0, 0, 0, 24]), 'ftypisom', new Uint8Array(99)], 'trot.mp4'))
    await expect
      .element(reads(panel, "Essential doesn't include video. The videos you have stay; to add one, change to Professional."))
      .toBeVisible()
    await expect.element(card.getByRole('link', { name: 'See the plans' })).toHaveAttribute('href', '/pricing')
    await card.getByLabelText('File type').selectOptions('image')
    await pick(new File([new Uint8Array(JPEG), new Uint8Array(6_000_000)], 'large.jpg'))
    await expect.element(reads(panel, 'On Essential a photo can be 5 MB at most.')).toBeVisible()
    expect((await kept()).rows).toEqual([])
  })

  test('shows why the server won’t keep a file', async () => {
    practice.api.on(fileEndpoints.put, () => {
      throw new Refusal('file_refused')
    })
    const { screen, panel } = await open()
    const card = await choose(panel, 'image')
    await pick(photo)
    await expect.element(screen.getByText('Upload Failed', { exact: true })).toBeVisible()
    await expect.element(card.getByText('Upload failed', { exact: false }).first()).toBeVisible()
    expect(await axeFindings()).toEqual([])
    await expect.element(panel.getByRole('list').getByText("This kind of file can't be kept here.", { exact: false }).last()).toBeVisible()
    // The same again makes no difference.
    await card.getByRole('button', { name: 'Retry upload' }).first().click()
    await expect.element(card.getByText('Upload failed', { exact: false }).first()).toBeVisible()
    await card.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(kept).toEqual({ rows: [], names: [] })
  })
})

describe("a disc's list of files", () => {
  test('a file that has not gone can be forgotten, and then is nowhere', async () => {
    const { screen, panel } = await open()
    practice.api.offline(true)
    const card = await choose(panel, 'image')
    await pick(photo)
    await panel.getByRole('button', { name: 'Remove Near fore.jpg' }).click()
    await screen.getByRole('button', { name: 'Delete it' }).click()
    await card.getByRole('button', { name: 'Close' }).click()
    await expect.element(reads(panel, 'Photos, videos, gait analysis and documents for Biscuit go here.')).toBeVisible()
    await expect.poll(kept).toEqual({ rows: [], names: [] })
  })

  test('a file the browser cleared must be chosen again, and only the same one will do', async () => {
    const { panel } = await open()
    practice.api.offline(true)
    await choose(panel, 'image')
    await pick(photo)
    await expect.element(reads(panel, 'Waiting to be sent')).toBeVisible()
    const store = currentStore()
    const [blob] = (await kept()).rows
    if (store && blob) await (await openByteStore(store)).remove(blob.path)
    practice.api.offline(false)
    await syncNow()
    await expect.element(reads(panel, 'This device no longer has the file')).toBeVisible()
    await expect.element(panel.getByText('We could not fully recover 1 file. Please re-select it and resume the upload.')).toBeVisible()
    const again = panel.getByLabelText('Near fore.jpg again')
    await userEvent.upload(again, new File(['other'], 'other.jpg'))
    await expect.element(panel.getByText("That isn't the same Near fore.jpg. Choose the same file.")).toBeVisible()
    await userEvent.upload(again, photo)
    await expect.poll(() => here.size).toBe(1)
    await expect.poll(() => practice.ops().length).toBe(1)
  })

  test('a file on record is shown to the owner or not, and taken off with a way back', async () => {
    const [horse] = [...practice.server.rows.values()].filter(({ entity }) => entity === 'horses')
    const about = { fileId: uuidv7(), fileUrl: '/api/objects/x', fileType: 'document', mime: 'application/pdf', fileSize: 9, foot: null }
    const row = { ...about, horseId: horse?.id, appointmentId: null, workEntryId: null, view: null, takenOn: null, description: 'Bloods' }
    practice.server.write('attachments', uuidv7(), { ...row, fileName: 'Bloods.pdf', uploadedBy: 'vet', receivedFrom: null, filedBy: null })
    const { screen, panel } = await open()
    await panel.getByRole('switch', { name: /^Owner sees it.*Bloods\.pdf$/ }).click()
    await expect.poll(() => practice.ops().at(-1)).toMatchObject({ action: 'UPDATE', data: { shownToOwner: true } })
    practice.api.offline(true)
    await syncNow()
    await expect.element(reads(panel, 'On the server. Open it when you have signal.')).toBeVisible()
    await panel.getByRole('button', { name: 'Remove Bloods.pdf' }).click()
    await expect.element(panel.getByRole('button', { name: 'Save Bloods.pdf' })).not.toBeInTheDocument()
    await screen.getByRole('button', { name: 'Undo' }).click()
    await expect.element(panel.getByRole('button', { name: 'Save Bloods.pdf' })).toBeVisible()
    await expect.element(panel.getByRole('switch', { name: /^Owner sees it.*Bloods\.pdf$/ })).toBeChecked()
  })
})
