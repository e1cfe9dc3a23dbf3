import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MOST_BYTES } from '#features/evidence/files/rules.ts'
import { sweep } from '#features/evidence/files/server/jobs.ts'
import type { VoiceNote } from '#features/evidence/voice/contract.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { photoOf, sha256Of, storeFile } from '#testing/files.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { addVoiceNote, sendForm, soundOf, VOICE_FORM_TYPE, voiceForm } from '#testing/voice.ts'

let server: TestServer
let clientId: string
let horseId: string
beforeAll(async () => {
  server = await startTestServer({ own: true })
  clientId = await add('/api/clients', { name: 'Sarah Penrose' })
  horseId = await add('/api/horses', { name: 'Biscuit’s Boy', clientId })
})
afterAll(() => server.stop())

const add = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const notesOf = async (horse: string) => (await server.gareth.get(`/api/horses/${horse}/voice-notes`)).json<VoiceNote[]>()
const arriving = () => readdir(join(server.filesFolder, 'arriving')).catch(() => [])
const filesOf = async () => (await server.asOwner('select count(*)::int as n from files'))[0]?.n

describe('a voice note sent as a form', () => {
  test('is put on the horse’s record under what it is, and plays for members', async () => {
    const content = soundOf(5000)
    const file = { name: 'voice_note_Biscuit_1764000000000.webm', type: 'audio/webm', content }
    const answer = await sendForm(server.gareth, voiceForm({ horseId, file, isFileFirst: true }))
    expect(answer.statusCode).toBe(201)
    const note = answer.json<VoiceNote>()
    expect(note).toMatchObject({
      horseId,
      memberId: server.gareth.memberId,
      serviceType: 'voice-note',
      description: 'Voice note for Biscuit’s Boy',
      mime: 'audio/mpeg',
      fileSize: 5000,
      durationMs: null,
      waveform: null,
      transcript: null,
      transcriptState: 'none',
    })
    expect(note.fileName).toMatch(/^voice_note_Biscuit’s_Boy_\d{4}-\d\d-\d\d_\d\d-\d\d\.mp3$/)
    const played = await server.gareth.get(note.fileUrl ?? '')
    expect(sha256Of(played.rawPayload)).toBe(sha256Of(content))
    expect(played.headers).toMatchObject({ 'content-type': 'audio/mpeg', 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' })
    expect((await server.other.get(note.fileUrl ?? '')).statusCode).toBe(404)

    const texts = { description: 'Off hind', serviceType: 'Trim' }
    const later = (await sendForm(server.gareth, voiceForm({ horseId, texts }))).json<VoiceNote>()
    expect(later).toMatchObject({ description: 'Off hind', serviceType: 'Trim' })
    expect((await notesOf(horseId)).map(({ id }) => id)).toEqual([later.id, note.id])
    expect(await arriving()).toEqual([])
  })

  test('sent again under its key is the same note', async () => {
    const form = voiceForm({ horseId })
    const headers = { 'idempotency-key': uuidv7() }
    const [first, second] = [await sendForm(server.gareth, form, headers), await sendForm(server.gareth, form, headers)]
    expect(second.json<VoiceNote>().id).toBe(first.json<VoiceNote>().id)
    expect((await sendForm(server.gareth, voiceForm({ horseId }), headers)).json()).toMatchObject({ code: 'key_reuse' })
    expect(await arriving()).toEqual([])
  })

  test('is refused for what it is or lacks, and nothing of it is left', async () => {
    const before = await filesOf()
    const named = (content: Buffer) => ({ name: 'voice.webm', type: 'audio/webm', content })
    const stranger = (await server.other.post('/api/clients', { name: 'Olwen' })).json<{ id: string }>().id
    const theirs = (await server.other.post('/api/horses', { name: 'Theirs', clientId: stranger })).json<{ id: string }>().id
    const twoFiles = voiceForm({ horseId }).replace(/--a-boundary--\r\n$/, '') + voiceForm({ horseId })
    const codes = await Promise.all(
      [
        voiceForm({ horseId, file: named(Buffer.from('<!doctype html><script>alert(1)</script>')) }),
        voiceForm({ horseId, file: named(Buffer.from('MZ\u0090\0 this program cannot be run in DOS mode', 'latin1')) }),
        voiceForm({ horseId, file: named(photoOf(300)) }),
        voiceForm({ horseId, file: named(Buffer.alloc(0)) }),
        voiceForm({ horseId, file: null }),
        voiceForm({}),
        voiceForm({ horseId: theirs }),
        voiceForm({ horseId: uuidv7() }),
        voiceForm({ horseId, texts: { fileType: 'image' } }),
        voiceForm({ horseId, texts: { description: 'x'.repeat(2001) } }),
        voiceForm({ horseId, texts: { description: 'nul\0' } }),
        voiceForm({ horseId }).slice(0, 200),
        twoFiles,
      ].map(async (form) => (await sendForm(server.gareth, form)).json<{ code: string }>().code),
    )
    const notThere = ['horse_not_found', 'horse_not_found']
    const faults = ['bad_request', 'bad_request', 'bad_request', 'bad_request', 'too_large']
    expect(codes).toEqual([
      'file_refused',
      'file_refused',
      'wrong_file_type',
      'bad_request',
      'bad_request',
      'bad_request',
      ...notThere,
      ...faults,
    ])
    expect([await filesOf(), await arriving()]).toEqual([before, []])
  })

  test('of more than 100 MB is refused, by its declared size or once that much has arrived', async () => {
    const headers = { 'content-type': VOICE_FORM_TYPE, 'content-length': String(MOST_BYTES + 100_000) }
    const said = await server.gareth.send('POST', '/api/voice-notes', undefined, { payload: 'x', headers })
    expect([said.statusCode, said.json().code]).toEqual([413, 'file_too_big'])

    const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const [start = '', end = ''] = voiceForm({ horseId }).split('ID3')
    const part = Buffer.alloc(1 << 20, 'a')
    let sent = 0
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(`${start}ID3`)),
      pull(controller) {
        sent += part.length
        controller.enqueue(part)
        if (sent < MOST_BYTES + 2 * part.length) return
        controller.enqueue(Buffer.from(end))
        controller.close()
      },
    })
    const cookie = Object.entries(server.gareth.cookies).map(([name, value]) => `${name}=${value}`)
    const more = { headers: { 'content-type': VOICE_FORM_TYPE, cookie: cookie.join('; ') }, duplex: 'half' }
    const answer = await fetch(`${url}/api/voice-notes`, { method: 'POST', body, ...more } as RequestInit)
    expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'file_too_big' }])
    expect(await arriving()).toEqual([])
  })
})

describe('a voice note from a device', () => {
  const create = async (data: object, who = server.gareth) => {
    const device = who.device()
    const op = device.op({ entity: 'voice_notes', action: 'CREATE', id: uuidv7(), data: { horseId, ...data } })
    return { device, op, result: (await device.push(op)).results[0] }
  }

  test('brings how long it is, how it looks and what it was of, and is there once', async () => {
    const workDate = currentTime().toISOString().slice(0, 10)
    const workEntryId = await add('/api/work-entries', { horseId, serviceType: 'Trim', workDate })
    const said = { durationMs: 84_000, waveform: [0, 50, 100], recordedAt: '2026-11-24T10:42:00.000Z', workEntryId }
    const fileId = await storeFile(server.gareth, soundOf(900))
    const { device, op, result } = await create({ fileId, ...said })
    expect(result).toMatchObject({
      status: 'applied',
      row: { ...said, fileSize: 900, fileName: 'voice_note_Biscuit’s_Boy_2026-11-24_10-42.mp3' },
    })
    expect((await device.push(op)).results[0]).toMatchObject({ status: 'applied', rev: 1 })
  })

  test('must be a recording that is here, of a horse and its own work', async () => {
    const other = await add('/api/horses', { name: 'Merlin', clientId })
    const workEntryId = await add('/api/work-entries', { horseId: other, serviceType: 'Trim', workDate: '2026-11-24' })
    const sound = await storeFile(server.gareth, soundOf(300))
    const results = [
      await create({ fileId: await storeFile(server.gareth) }),
      await create({ fileId: uuidv7() }),
      await create({ fileId: await storeFile(server.other, soundOf(300)) }),
      await create({ fileId: sound, workEntryId }),
      await create({ fileId: sound, visitHorseId: uuidv7() }),
      await create({ fileId: sound, appointmentId: 'nonsense' }),
    ]
    const codes = ['wrong_file_type', 'file_not_stored', 'file_not_stored', 'work_entry_not_found', 'visit_horse_not_found']
    expect(results.map(({ result }) => result?.code)).toEqual([...codes, 'appointment_not_found'])
  })
})

test('a voice note is corrected, removed and brought back, by an apprentice only their own', async () => {
  const ned = await server.gareth.addMember('Ned Apprentice', 'apprentice')
  const id = await addVoiceNote(server.gareth, horseId)
  const own = await addVoiceNote(ned, horseId)
  const change = (who: typeof ned, note: string, body: object) => who.put(`/api/voice-notes/${note}`, body)
  expect((await change(ned, id, { description: 'x' })).statusCode).toBe(403)
  expect((await change(ned, own, { description: 'Mine' })).json()).toMatchObject({ description: 'Mine' })
  expect((await change(server.gareth, own, { description: ' ', transcript: 'Bit of thrush.' })).json()).toMatchObject({
    description: 'Voice note for Biscuit’s Boy',
    transcript: 'Bit of thrush.',
  })
  const [note] = (await notesOf(horseId)).filter((one) => one.id === id)
  expect((await server.gareth.delete(`/api/voice-notes/${id}`)).statusCode).toBe(204)
  expect((await server.gareth.get(note?.fileUrl ?? '')).statusCode).toBe(404)
  const [act] = (await server.gareth.get('/api/dashboard/activity?limit=1')).json<{ id: string; title: string }[]>()
  expect(act?.title).toBe('Biscuit’s Boy, voice note removed')
  expect((await server.gareth.post(`/api/activity/${act?.id}/undo`)).statusCode).toBe(204)
  expect((await server.gareth.get(note?.fileUrl ?? '')).statusCode).toBe(200)
})

test('the nightly sweep keeps what a note names, and what was removed for as long as that can be undone', async () => {
  const inDays = (days: number) => new Date(currentMs() + days * 86_400_000)
  const standing = async (fileId: string) => (await server.asOwner(`select state from files where id = '${fileId}'`)).length
  const [kept, removed] = [await addVoiceNote(server.gareth, horseId), await addVoiceNote(server.gareth, horseId)]
  const fileOf = async (id: string) => (await notesOf(horseId)).find((note) => note.id === id)?.fileId ?? ''
  const files = [await fileOf(kept), await fileOf(removed)] as const
  await server.gareth.delete(`/api/voice-notes/${removed}`)
  await sweep(server.db, server.app.setup.files, inDays(29))
  expect([await standing(files[0]), await standing(files[1])]).toEqual([1, 1])
  await sweep(server.db, server.app.setup.files, inDays(31))
  expect([await standing(files[0]), await standing(files[1])]).toEqual([1, 0])
})
