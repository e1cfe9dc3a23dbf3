import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { newAddress } from '#testing/browser-of.ts'
import { letCare } from '#testing/care.ts'
import { photoOf, putBytes, requestUpload, sha256Of, storeFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { atLength } from '#testing/whole.ts'

/* Spec §6, who may send what, for every role, type and content: sent at once, resumed after a cut, and of bytes that are here already. */

let server: TestServer
let clientId: string
let horseId: string
beforeAll(async () => {
  server = await startTestServer({ own: true })
  clientId = await made('/api/clients', { name: 'Ffion Rees' })
  horseId = await made('/api/horses', { name: 'Seren', clientId })
})
afterAll(() => server.stop())
const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id

const TYPES = ['image', 'video', 'scan', 'radiograph', 'gait-analysis', 'document'] as const
type Type = (typeof TYPES)[number]
/** As the specification has it. */
const MAY: Record<string, readonly Type[]> = {
  farrier: ['image', 'video', 'gait-analysis', 'document'],
  vet: ['image', 'video', 'scan', 'radiograph', 'document'],
  'para-professional': ['image', 'video', 'scan', 'document'],
  holder: ['image', 'video', 'document'],
  helper: ['image', 'video', 'document'],
  // Of one horse that is someone else's.
  sharer: ['image', 'video'],
}
const text = (start: string) => Buffer.from(`${start}\n${uuidv7()}`)
/** What a content can be filed as (§5), however it is called. */
const CONTENTS: Record<string, { is: readonly Type[]; called: string; make: () => Buffer }> = {
  'a photo': { is: ['image', 'scan', 'radiograph'], called: 'film.dcm', make: () => photoOf(600) },
  'a video': {
    is: ['video', 'gait-analysis'],
    called: 'photo.jpg',
    make: () => Buffer.concat([Buffer.from([0, 0, 0, 24]), text('ftypisom')]),
  },
  'a PDF': { is: ['scan', 'gait-analysis', 'document'], called: 'photo.jpg', make: () => text('%PDF-1.7') },
  'a film (DICOM)': { is: ['radiograph'], called: 'scan.pdf', make: () => Buffer.concat([Buffer.alloc(128), text('DICM')]) },
  'a film that begins as a picture': {
    is: ['radiograph'],
    called: 'photo.tif',
    make: () => Buffer.concat([Buffer.from([0x49, 0x49, 42, 0]), Buffer.alloc(124), text('DICM')]),
  },
  'a text': { is: ['gait-analysis', 'document'], called: 'film.dcm', make: () => text('Sound in trot.') },
  'a sound': { is: [], called: 'video.mp4', make: () => Buffer.concat([Buffer.from('ID3'), text('sound')]) },
  'a page': { is: [], called: 'report.pdf', make: () => text('<!doctype html><script>1</script>') },
  'a program': { is: [], called: 'photo.jpg', make: () => Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0]), text('')]) },
}
type Way = 'at once' | 'resumed' | 'known'
type Guest = Awaited<ReturnType<typeof makeGuest>> & { asCarer: boolean; from: string }

async function guestOf(role: string): Promise<Guest> {
  const asCarer = role === 'vet' || role === 'para-professional'
  if (!asCarer) {
    const as = role as 'holder' | 'helper' | 'sharer'
    return { ...(await makeGuest(server.app, { practice: server.gareth, clientId, role: as, horseId })), asCarer, from: newAddress() }
  }
  const guest = await makeGuest(server.app)
  await letCare(server.gareth, { clientId, horseIds: [horseId], personId: guest.personId, role })
  return { ...guest, asCarer, from: newAddress() }
}

type Sent = { content: Buffer; called: string; fileType?: Type | undefined; way: Way }

async function send({ cookies, asCarer, from }: Guest, { content, called, fileType, way }: Sent) {
  const of = { practice: server.gareth.practiceId, horseId, ...(asCarer && { asCarer }) }
  const post = (path: string, payload: object) =>
    server.app.inject({ method: 'POST', url: `/api/my/${path}`, cookies, payload, remoteAddress: from })
  if (way === 'known') await keepAlready(content)
  const id = uuidv7()
  const asked = await post('uploads', { ...of, id, bytes: content.length, mime: 'image/jpeg' })
  expect(asked.statusCode, asked.body).toBe(200)
  const { uploadURL } = asked.json<{ uploadURL: string }>()
  if (way !== 'resumed') {
    const headers = { 'content-type': 'application/octet-stream' }
    const put = await server.app.inject({ method: 'PUT', url: uploadURL, headers, payload: content, remoteAddress: from })
    if (put.statusCode !== 204) return put
  } else
    for (let at = 0; at < content.length; at += 3_000_000) {
      const part = await server.app.inject({
        ...{ method: 'PATCH', url: uploadURL, payload: content.subarray(at, at + 3_000_000), remoteAddress: from },
        headers: { 'tus-resumable': '1.0.0', 'upload-offset': `${at}`, 'content-type': 'application/offset+octet-stream' },
      })
      if (part.statusCode !== 204) return part
    }
  return post('files', { ...of, fileId: id, fileName: called, ...(fileType && { fileType }) })
}

/** The farrier has the same bytes already, where they are a file at all. */
async function keepAlready(content: Buffer) {
  const asked = { id: uuidv7(), bytes: content.length, sha256: sha256Of(content) }
  const { uploadURL } = await requestUpload(server.gareth, asked)
  if (uploadURL) await putBytes(server.gareth, uploadURL, content)
}

const filedAs = () =>
  server.asOwner(`select file_type, uploaded_by from attachments where horse_id = '${horseId}' and deleted_at is null order by seq desc`)

// A helper sends what a holder does.
const GUESTS = ['vet', 'para-professional', 'holder', 'sharer', ...atLength([], ['helper'])]
const cases = GUESTS.flatMap((role) => Object.keys(CONTENTS).map((what) => [role, what] as const))

describe('spec §6', () => {
  test.each(cases)('a %s who sends %s', async (role, what) => {
    const guest = await guestOf(role)
    const { is, called, make } = CONTENTS[what] as (typeof CONTENTS)[string]
    const may = MAY[role] as readonly Type[]
    const can = is.filter((type) => may.includes(type))
    for (const fileType of [undefined, ...TYPES])
      for (const way of fileType ? (['at once'] as const) : (['at once', 'known'] as const)) {
        const about = `${fileType ?? 'as it is'}, ${way}`
        const before = (await filedAs()).length
        const answer = await send(guest, { content: make(), called, fileType, way })
        // An owner names no type: the content decides it.
        const taken = can.length > 0 && (!fileType || !guest.asCarer || can.includes(fileType))
        const rows = await filedAs()
        expect(rows.length - before, `${about}: ${answer.body}`).toBe(taken ? 1 : 0)
        if (!taken) {
          expect([422, 415], about).toContain(answer.statusCode)
          expect(answer.json<{ message: string }>().message, about).toMatch(/\w{3}.*\.$/)
          continue
        }
        expect(can, about).toContain(rows[0]?.file_type)
        if (fileType && guest.asCarer) expect(rows[0]?.file_type, about).toBe(fileType)
        expect(rows[0]?.uploaded_by, about).toBe(guest.asCarer ? role : 'client')
      }
  })

  test.each(cases)('a %s whose upload of %s goes on after a cut', async (role, what) => {
    const { is, called, make } = CONTENTS[what] as (typeof CONTENTS)[string]
    const isTaken = is.some((type) => MAY[role]?.includes(type))
    const before = (await filedAs()).length
    const content = Buffer.concat([make(), Buffer.alloc(5_300_000, what === 'a text' ? 'Sound. ' : '')])
    const answer = await send(await guestOf(role), { content, called, way: 'resumed' })
    expect((await filedAs()).length - before, answer.body).toBe(isTaken ? 1 : 0)
    expect(answer.statusCode < 300).toBe(isTaken)
  })

  test.each(Object.keys(CONTENTS))('a farrier who files %s as each type', async (what) => {
    const { is, called, make } = CONTENTS[what] as (typeof CONTENTS)[string]
    for (const fileType of TYPES) {
      const isTaken = is.includes(fileType) && MAY.farrier?.includes(fileType)
      const file = await storeFile(server.gareth, make()).catch(() => undefined)
      if (!file) {
        expect(is, what).toEqual([])
        continue
      }
      const answer = await server.gareth.post('/api/file-attachments', {
        ...{ fileId: file, fileType, fileName: called, horseId, uploadedBy: 'farrier' },
      })
      expect([answer.statusCode, fileType], answer.body).toEqual([isTaken ? 201 : 422, fileType])
    }
  })
})
