import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { VoiceNote } from '#features/evidence/voice/contract.ts'
import { transcribeNotes } from '#features/evidence/voice/server/jobs.ts'
import { openTranscriber } from '#platform/server/transcriber.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { addVoiceNote } from '#testing/voice.ts'

const KEY = 'sk-very-secret'

let server: TestServer
let horseId: string
beforeAll(async () => {
  server = await startTestServer({ hasTranscriber: true })
  const clientId = (await server.gareth.post('/api/clients', { name: 'Sarah' })).json<{ id: string }>().id
  horseId = (await server.gareth.post('/api/horses', { name: 'Biscuit', clientId })).json<{ id: string }>().id
})
afterAll(() => server.stop())

type TranscriptRequest = { url: string; authorization: string | undefined; form: FormData }
let machine: Server | undefined
let asked: TranscriptRequest[] = []
afterEach(() => {
  machine?.closeAllConnections()
  machine?.close()
})

/** A server on this machine that speaks OpenAI's transcription API and returns the given responses; and the job that calls it. */
async function listening(answers: { status: number; body: object | string }[]) {
  asked = []
  machine = createServer(async (request, response) => {
    const body = new Uint8Array(await buffer(request))
    const form = await new Response(body, { headers: { 'content-type': request.headers['content-type'] ?? '' } }).formData()
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization, form })
    const { status, body: said } = answers[asked.length - 1] ?? { status: 500, body: '' }
    response.writeHead(status, { 'content-type': 'application/json' }).end(typeof said === 'string' ? said : JSON.stringify(said))
  })
  await new Promise<void>((resolve) => machine?.listen(0, '127.0.0.1', resolve))
  return jobOf(`http://127.0.0.1:${(machine.address() as AddressInfo).port}`)
}

function jobOf(url: string) {
  const { handle } = transcribeNotes({
    db: server.db,
    files: server.app.setup.files,
    transcriber: openTranscriber({ url, key: KEY, model: 'whisper-1' }),
  })
  return (id: string) => handle({ practiceId: server.gareth.practiceId, id })
}

const heard = (text: string) => ({ status: 200, body: { text } })
const switched = async (transcribesVoice: boolean) =>
  expect((await server.gareth.put('/api/settings', { transcribesVoice })).statusCode).toBe(200)
const noteOf = async (id: string) =>
  (await server.gareth.get(`/api/horses/${horseId}/voice-notes`)).json<VoiceNote[]>().find((note) => note.id === id)
const waitingJobs = () => server.asOwner(`select data from pgboss.job where name = 'transcribe' order by created_on`)

test('no request is sent until the practice has turned transcription on', async () => {
  const job = await listening([heard('Should not be heard')])
  const id = await addVoiceNote(server.gareth, horseId)
  await job(id)
  expect([asked, await waitingJobs(), (await noteOf(id))?.transcriptState]).toEqual([[], [], 'none'])
  expect((await server.gareth.put(`/api/voice-notes/${id}`, { transcribe: true })).json()).toMatchObject({ code: 'transcripts_off' })
})

test('a note is sent once, with the trade’s words, and its transcript is on the record', async () => {
  await switched(true)
  const job = await listening([heard(' Bit of thrush in the off hind. ')])
  const id = await addVoiceNote(server.gareth, horseId)
  expect((await noteOf(id))?.transcriptState).toBe('waiting')
  expect(await waitingJobs()).toEqual([{ data: { practiceId: server.gareth.practiceId, id } }])
  await job(id)
  await job(id)
  expect(await noteOf(id)).toMatchObject({ transcript: 'Bit of thrush in the off hind.', transcriptState: 'done', transcriptNote: null })
  expect(asked).toMatchObject([{ url: '/v1/audio/transcriptions', authorization: `Bearer ${KEY}` }])
  const form = asked[0]?.form
  expect([form?.get('model'), form?.get('language')]).toEqual(['whisper-1', 'en'])
  expect(form?.get('prompt')).toMatch(/seedy toe/)
  const file = form?.get('file') as File
  expect([file.size, file.type, file.name]).toEqual([400, 'audio/mpeg', (await noteOf(id))?.fileName])
})

test('a busy server is tried again, and after six times the note gives the reason', async () => {
  const busy = Array.from({ length: 6 }, () => ({ status: 503, body: `you sent me ${KEY}` }))
  const job = await listening([...busy, heard('Heard at last')])
  const id = await addVoiceNote(server.gareth, horseId)
  const failure = await job(id).catch((error: unknown) => error)
  expect(String((failure as Error).stack)).not.toContain(KEY)
  expect(await noteOf(id)).toMatchObject({
    transcriptState: 'waiting',
    transcriptNote: "The transcription server is busy (503). We'll try again.",
  })
  for (let tries = 2; tries < 6; tries += 1) await expect(job(id)).rejects.toThrow('busy')
  await job(id)
  expect(await noteOf(id)).toMatchObject({ transcriptState: 'failed', transcriptNote: 'The transcription server is busy (503).' })
  await job(id)
  expect(asked).toHaveLength(6)

  const again = await server.gareth.put(`/api/voice-notes/${id}`, { transcribe: true })
  expect(again.json()).toMatchObject({ transcriptState: 'waiting', transcriptNote: null })
  const jobs = (await waitingJobs()).length
  await server.gareth.put(`/api/voice-notes/${id}`, { transcribe: true })
  expect((await waitingJobs()).length).toBe(jobs)
  await job(id)
  expect(await noteOf(id)).toMatchObject({ transcriptState: 'done', transcript: 'Heard at last' })
})

test.each([
  ['refuses it', { status: 400, body: {} }, 'The transcription server refused the recording (400).'],
  ['does not know us', { status: 401, body: {} }, "The transcription server won't let this server in."],
  ['hears nothing', heard('  '), 'No words could be made out.'],
])('a server that %s is not asked again', async (_, answer, transcriptNote) => {
  const job = await listening([answer])
  const id = await addVoiceNote(server.gareth, horseId)
  await job(id)
  expect(await noteOf(id)).toMatchObject({ transcriptState: 'failed', transcript: null, transcriptNote })
})

test.each([
  ['says something else', { status: 200, body: '<html>' }],
  ['is not there', undefined],
])('one that %s may yet come round', async (_, answer) => {
  const job = answer ? await listening([answer]) : jobOf('http://127.0.0.1:1')
  const id = await addVoiceNote(server.gareth, horseId)
  await expect(job(id)).rejects.toThrow(/^The transcription server('s answer couldn't be used| can't be reached)\.$/)
  expect((await noteOf(id))?.transcriptState).toBe('waiting')
})

test('a text written in the meantime stays, and a removed note is not sent', async () => {
  const id = await addVoiceNote(server.gareth, horseId)
  const gone = await addVoiceNote(server.gareth, horseId)
  const job = await listening([heard('What a machine heard')])
  const writing = transcribeNotes({
    db: server.db,
    files: server.app.setup.files,
    async transcriber() {
      await server.gareth.put(`/api/voice-notes/${id}`, { transcript: 'What I said' })
      return 'What a machine heard'
    },
  })
  await writing.handle({ practiceId: server.gareth.practiceId, id })
  await server.gareth.delete(`/api/voice-notes/${gone}`)
  await job(gone)
  expect([await noteOf(id), asked]).toMatchObject([{ transcript: 'What I said', transcriptState: 'done' }, []])
})

test('a note that waits is sent nowhere once the practice has switched it off', async () => {
  const id = await addVoiceNote(server.gareth, horseId)
  const job = await listening([heard('Should not be heard')])
  await switched(false)
  await job(id)
  expect([asked, (await noteOf(id))?.transcriptState]).toEqual([[], 'none'])
})
