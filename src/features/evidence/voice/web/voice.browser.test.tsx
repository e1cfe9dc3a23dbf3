import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fileEndpoints } from '#features/evidence/files/contract.ts'
import type { VoiceNote } from '#features/evidence/voice/contract.ts'
import { VoiceNotesPanel } from '#features/evidence/voice/web/VoiceNotesPanel.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { openByteStore } from '#platform/web/files/byte-store.ts'
import { resumeUpload } from '#platform/web/files/uploads.ts'
import { shelfOf } from '#platform/web/recorder/shelf.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import type { Store } from '#platform/web/sync/store.ts'
import { forceSync, syncNow } from '#platform/web/sync/sync.ts'
import { axeFindings } from '#testing/browser/axe-findings.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'
import { horseRow } from '#testing/browser/rows.ts'
import { Toaster } from '#ui/Toaster.tsx'
import '#ui/styles.css'

let practice: ReturnType<typeof fakePractice>
let horse: { id: string; name: string }
let here: Set<string>
beforeEach(async () => {
  await page.viewport(375, 812)
  practice = fakePractice()
  here = new Set()
  horse = { id: practice.server.write('horses', uuidv7(), horseRow({ name: 'Biscuit', clientId: uuidv7() })), name: 'Biscuit' }
  practice.api
    .on(fileEndpoints.upload, ({ body }) => {
      const id = body?.id ?? ''
      const [state, uploadURL] = here.has(id) ? (['stored', null] as const) : (['uploading', `/api/objects/${id}/upload/x`] as const)
      return { id, state, uploadURL, way: 'put' as const }
    })
    .on(fileEndpoints.put, ({ params }) => void here.add(params.id))
  // What the server finds out itself about a note.
  practice.server.answer = (op) => {
    if (op.entity !== 'voice_notes' || op.action !== 'CREATE') return undefined
    practice.server.applied.set(op.opId, op)
    const { transcribe: _, ...data } = op.data
    const row = noteRow(data as Partial<VoiceNote>)
    practice.server.write('voice_notes', op.id, row)
    return { status: 'applied', rev: 1, row: { ...row, id: op.id } }
  }
})
afterEach(async () => {
  vi.restoreAllMocks()
  const shelf = shelfOf(store())
  await shelf.remove(...(await shelf.recording.toArray()).map(({ id }) => id))
  await practice.leave()
})

const store = (): Store => {
  const current = currentStore()
  if (!current) throw new Error('nobody is signed in')
  return current
}

/** A note as the server has it. */
const noteRow = (row: Partial<VoiceNote> = {}): Omit<VoiceNote, 'id'> => ({
  horseId: horse.id,
  appointmentId: null,
  visitHorseId: null,
  workEntryId: null,
  memberId: uuidv7(),
  fileId: uuidv7(),
  fileUrl: '/api/objects/x',
  fileName: 'voice_note_Biscuit_2026-11-24_10-42.webm',
  fileSize: 90_000,
  mime: 'audio/webm',
  serviceType: 'voice-note',
  description: 'Voice note for Biscuit',
  durationMs: 24_000,
  waveform: [10, 60, 100, 30],
  recordedAt: '2026-11-24T10:42:00.000Z',
  transcript: null,
  transcriptState: 'none',
  transcriptNote: null,
  ...row,
})

async function open(user: Parameters<typeof practice.signIn>[0] = {}) {
  await practice.signIn(user)
  return show()
}

async function show() {
  const screen = await render(
    <main className="p-3">
      <h1>Biscuit</h1>
      <VoiceNotesPanel horse={horse} />
      <Toaster />
    </main>,
  )
  await expect.element(screen.getByRole('button', { name: 'Record a voice note' })).toBeVisible()
  return screen
}
type Screen = Awaited<ReturnType<typeof open>>

const press = (screen: Screen, name: string | RegExp) => screen.getByRole('button', { name }).click()
const secondsOf = (screen: Screen) => Number(/^0:(\d\d)/.exec(screen.getByRole('timer').element().textContent ?? '')?.[1])
/** A second more than these: which of them is seen is the machine's affair. */
const untilAfter = (screen: Screen, seconds: number) => expect.poll(() => secondsOf(screen)).toBeGreaterThan(seconds)
async function recordASecond(screen: Screen) {
  await press(screen, 'Record a voice note')
  await untilAfter(screen, 0)
}
/** What plays goes on playing: a recording of two seconds may be over before the test looks. */
function playsOn() {
  const play = HTMLMediaElement.prototype.play
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    this.loop = true
    return play.call(this)
  })
}
const queued = async () => (await store().queue.toArray()).filter(({ entity }) => entity === 'voice_notes')
const left = () => shelfOf(store()).recording.count()

test('a note is recorded, paused, listened to and saved without a signal, and goes once there is one', async () => {
  playsOn()
  const screen = await open()
  practice.api.offline(true)
  await recordASecond(screen)
  expect(await axeFindings()).toEqual([])
  await press(screen, 'Pause')
  await expect.element(screen.getByText('Paused')).toBeVisible()
  const paused = secondsOf(screen)
  await expect.poll(left).toBe(1)
  expect(secondsOf(screen)).toBe(paused)
  await press(screen, 'Carry on')
  await untilAfter(screen, paused)
  await press(screen, 'Stop')

  await press(screen, 'Play the recording')
  await expect.element(screen.getByRole('button', { name: 'Pause the recording' })).toBeVisible()
  await press(screen, 'Speed of the recording, 1 times')
  await expect.element(screen.getByRole('button', { name: 'Speed of the recording, 1.25 times' })).toHaveTextContent('1.25×')
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('textbox', { name: /^Description/ }).fill('Off hind')
  await press(screen, 'Save')
  await expect.element(screen.getByText('Voice Note Saved')).toBeVisible()

  const note = screen.getByRole('article')
  await expect.element(note.getByText('Off hind')).toBeVisible()
  await expect.element(note.getByText(/^Waiting to be sent, 0 bytes of/)).toBeVisible()
  await note.getByRole('button', { name: /^Play the recording from/ }).click()
  await expect.element(note.getByRole('button', { name: /^Pause the recording from/ })).toBeVisible()
  expect(await axeFindings()).toEqual([])
  const [op] = await queued()
  expect(op?.data).toMatchObject({ horseId: horse.id, serviceType: 'voice-note', description: 'Off hind' })
  expect(op?.shown).toMatchObject({ mime: 'audio/webm', fileName: expect.stringMatching(/^voice_note_Biscuit_.*\.webm$/) })
  expect(Number(op?.data.durationMs)).toBeGreaterThan(1500)
  expect(op?.data.waveform).toContain(100)
  await expect.poll(left).toBe(0)

  practice.api.offline(false)
  // Both would try again automatically only after a while.
  await forceSync()
  await resumeUpload(op?.blobId ?? '')
  await expect.poll(() => practice.ops().map(({ entity, action }) => `${action} ${entity}`)).toEqual(['CREATE voice_notes'])
  expect([...here]).toEqual([op?.blobId])
})

test('a discarded recording comes back by undo, and is then offered', async () => {
  const screen = await open()
  await recordASecond(screen)
  await press(screen, 'Stop')
  await press(screen, 'Discard')
  await expect.element(screen.getByText('Recording discarded')).toBeVisible()
  expect(await queued()).toEqual([])
  await press(screen, 'Undo')
  await expect.element(screen.getByText(/^A recording of 0:0\d from \d\d:\d\d was not saved\.$/)).toBeVisible()
  await press(screen, 'Keep')
  await expect.element(screen.getByRole('article')).toBeVisible()
  await expect.poll(async () => [await left(), (await queued()).length, practice.ops().length]).toEqual([0, 0, 1])
})

test('leaving the screen stops the microphone, and the recording is offered on the next', async () => {
  const streams: MediaStream[] = []
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (wish) => {
    const stream = await real(wish)
    streams.push(stream)
    return stream
  })
  const screen = await open()
  await recordASecond(screen)
  await screen.unmount()
  await expect.poll(() => streams.flatMap((stream) => stream.getTracks().map(({ readyState }) => readyState))).toEqual(['ended'])
  const next = await show()
  await expect.element(next.getByText(/was not saved\.$/)).toBeVisible()
})

test('a recording that can not be read once it is stopped is offered again', async () => {
  const screen = await open()
  await recordASecond(screen)
  vi.spyOn(shelfOf(store()), 'soundOf').mockRejectedValueOnce(new Error('closed'))
  await press(screen, 'Stop')
  await expect.element(screen.getByText(/was not saved\.$/)).toBeVisible()
  await press(screen, 'Keep')
  await expect.element(screen.getByRole('article')).toBeVisible()
})

test('what a crash cut short is kept or discarded, and one of another horse is named', async () => {
  await practice.signIn()
  const shelf = shelfOf(store())
  for (const [horseId, name] of [
    [horse.id, 'Biscuit'],
    [uuidv7(), 'Merlin'],
  ] as const) {
    const id = uuidv7()
    await shelf.begin({ id, about: { horseId, horse: name }, mime: 'audio/webm', startedAt: new Date(2026, 10, 3, 10, 42).getTime() })
    const content = new Blob([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3]), 'webm A_OPUS'])
    await shelf.addChunk(id, { content, levels: [0.2], lengthMs: 84_000 })
  }
  const screen = await show()
  await expect.element(screen.getByText('A recording of 1:24 for Merlin from Tue 3 Nov, 10:42 was interrupted.')).toBeVisible()
  await expect.element(screen.getByText('A recording of 1:24 from Tue 3 Nov, 10:42 was interrupted.')).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await screen.getByRole('button', { name: 'Keep' }).first().click()
  await expect.element(screen.getByRole('article', { name: 'Voice note, Tue 3 Nov, 10:42' })).toBeVisible()
  await expect.element(screen.getByText('A recording of 1:24 from Tue 3 Nov, 10:42 was interrupted.')).not.toBeInTheDocument()
  await press(screen, 'Discard')
  await expect.element(screen.getByText(/was interrupted/)).not.toBeInTheDocument()
})

test.each([
  ['NotAllowedError', /^The browser won’t let Pritchel use the microphone\. Allow it/],
  ['NotFoundError', /^This device has no microphone/],
  ['NotReadableError', /^Another app is using the microphone/],
])('a microphone refused by %s shows that, and what to do', async (name, way) => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValueOnce(new DOMException('', name))
  const screen = await open()
  await press(screen, 'Record a voice note')
  await expect.element(screen.getByText('Recording Error')).toBeVisible()
  await expect.element(screen.getByText('Could not access microphone. Please check permissions.')).toBeVisible()
  await expect.element(screen.getByText(way)).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await press(screen, 'Try again')
  await expect.element(screen.getByRole('timer')).toBeVisible()
})

test('a phone that takes the microphone away leaves the recording so far', async () => {
  let stream: MediaStream | undefined
  const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (wish) => {
    stream = await real(wish)
    return stream
  })
  const screen = await open()
  await recordASecond(screen)
  const [track] = stream?.getAudioTracks() ?? []
  track?.dispatchEvent(new Event('mute'))
  await expect.element(screen.getByText(/^The phone isn't letting sound through/)).toBeVisible()
  track?.dispatchEvent(new Event('ended'))
  await expect.element(screen.getByText('The phone took over the microphone. What you said until then is here.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Play the recording' })).toBeVisible()
})

test('a note that has not gone is removed and brought back with its sound', async () => {
  const screen = await open()
  practice.api.offline(true)
  await recordASecond(screen)
  await press(screen, 'Stop')
  await press(screen, 'Save')
  const size = async () => (await store().blob.toArray()).map((blob) => blob.size)
  await expect.element(screen.getByRole('article')).toBeVisible()
  const before = await size()
  await press(screen, /^Remove the voice note from/)
  await expect.element(screen.getByRole('article')).not.toBeInTheDocument()
  await press(screen, 'Undo')
  await expect.element(screen.getByRole('article')).toBeVisible()
  await expect.poll(size).toEqual(before)
  const [blob] = await store().blob.toArray()
  expect((await (await openByteStore(store())).read(blob?.path ?? ''))?.size).toBe(before[0])
})

test('a transcript can be read and corrected; a failed one shows why, and can be requested again', async () => {
  const [failed, done] = [uuidv7(), uuidv7()]
  practice.server.write('voice_notes', failed, noteRow({ transcriptState: 'failed', transcriptNote: 'No words could be made out.' }))
  practice.server.write(
    'voice_notes',
    done,
    noteRow({ recordedAt: '2026-11-03T09:00:00.000Z', transcriptState: 'done', transcript: 'Bit of rush, off hind.' }),
  )
  // As the real server does, once it gets the request.
  practice.server.answer = ({ entity, id, data }) => {
    if (entity === 'voice_notes' && data.transcribe) practice.server.write(entity, id, { transcriptState: 'waiting', transcriptNote: null })
    return undefined
  }
  practice.decides({ transcribesVoice: true })
  const screen = await open({ hasTranscriber: true })
  const note = screen.getByRole('article', { name: 'Voice note, Tue 3 Nov, 09:00' })
  await note.getByRole('button', { name: 'Correct it' }).click()
  await screen.getByLabelText('Transcript, Tue 3 Nov, 09:00').fill('Bit of thrush, off hind.')
  await press(screen, 'Save')
  await expect.element(note.getByText('Bit of thrush, off hind.')).toBeVisible()
  const other = screen.getByText('Not transcribed. No words could be made out.')
  await expect.element(other).toBeVisible()
  expect(await axeFindings()).toEqual([])
  await press(screen, 'Try again')
  await expect.element(other).not.toBeInTheDocument()
  await expect
    .poll(() => practice.ops().map(({ id, data }) => ({ id, data })))
    .toEqual([
      { id: done, data: { transcript: 'Bit of thrush, off hind.' } },
      { id: failed, data: { transcribe: true } },
    ])
})

test('a note played from the server is kept, and plays without a signal after', async () => {
  playsOn()
  const sound = new Blob([silentWav()], { type: 'audio/wav' })
  const known = fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === '/api/objects/heard' ? Promise.resolve(new Response(sound)) : known(url, init),
  )
  practice.server.write('voice_notes', uuidv7(), noteRow({ fileUrl: '/api/objects/heard', mime: 'audio/wav' }))
  const screen = await open()
  await press(screen, /^Play the recording from/)
  await expect.element(screen.getByRole('button', { name: /^Pause the recording from/ })).toBeVisible()
  await screen.unmount()
  vi.stubGlobal('fetch', known)
  practice.api.offline(true)
  await syncNow()
  const next = await show()
  await press(next, /^Play the recording from/)
  await expect.element(next.getByRole('button', { name: /^Pause the recording from/ })).toBeVisible()
  await expect.element(next.getByText(/is on the server/)).not.toBeInTheDocument()
})

/** Five seconds of nothing. */
function silentWav(): ArrayBuffer {
  const rate = 8000
  const bytes = new ArrayBuffer(44 + 5 * rate)
  const view = new DataView(bytes)
  const write = (at: number, words: string) => new Uint8Array(bytes, at).set(new TextEncoder().encode(words))
  write(0, 'RIFF')
  view.setUint32(4, 36 + 5 * rate, true)
  write(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, rate, true)
  view.setUint32(28, rate, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  write(36, 'data')
  view.setUint32(40, 5 * rate, true)
  new Uint8Array(bytes, 44).fill(128)
  return bytes
}

test('a note on the server shows that it can’t play offline', async () => {
  practice.server.write('voice_notes', uuidv7(), noteRow({}))
  const screen = await open()
  await expect.element(screen.getByText('0:24')).toBeVisible()
  practice.api.offline(true)
  await syncNow()
  await expect.element(screen.getByText('This recording is on the server. It plays when you have signal.')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /Transcribe it/ })).not.toBeInTheDocument()
})
