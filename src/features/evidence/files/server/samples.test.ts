import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FileType, isPictured, type Uploader } from '#features/evidence/files/rules.ts'
import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import { putBytes, sha256Of } from '#testing/files.ts'
import { hasFfmpeg } from '#testing/has-ffmpeg.ts'
import { halves, heicPhoto, hugePng, photoWithPlace, SECRETS } from '#testing/pictures.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* A folder of files as other programs write them, each taken as what it is or refused for what is wrong with it. */

let folder: string
let server: TestServer
let horseId: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pritchel-samples-'))
  server = await startTestServer()
  const clientId = (await server.gareth.post('/api/clients', { name: 'Sarah Penrose' })).json().id
  horseId = (await server.gareth.post('/api/horses', { name: 'Biscuit', clientId })).json().id
  for (const [name, make] of Object.entries(SAMPLES)) await writeFile(join(folder, name), await make())
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A second of red with a tone, as a phone that knows where it is films it. */
const film = (name: string, ...codecs: string[]) => {
  const path = join(folder, name)
  const picture = ['-f', 'lavfi', '-i', 'color=c=red:s=320x240:d=1.5', '-f', 'lavfi', '-i', 'sine=frequency=440:duration=1.5']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...picture, '-metadata', 'location=+52.18-002.88/', ...codecs, path])
  return readFile(path)
}
const report = () => {
  const document = new PDFDocument()
  document.text('Gait analysis of Biscuit')
  document.end()
  return buffer(document)
}
const text = (words: string) => () => Buffer.from(words)
const LOCKED = 'MZ\x90\0\x03\0\0\0'

const SAMPLES: Record<string, () => Buffer | Promise<Buffer>> = {
  'phone.jpg': () => photoWithPlace(),
  'iphone.heic': heicPhoto,
  'screen.png': () => halves(60, 40).png().toBuffer(),
  'named.pdf.jpg': report,
  'gait.pdf': report,
  'gait.csv': text('Time (s),LF (N),RF (N)\n0.00,1,2\n0.01,2,3\n'),
  'letter.txt': text('Dear Gareth,\r\nthe farrier may trim.\r\n'),
  'program.jpg': text(LOCKED),
  'page.pdf': text('<!doctype html><script>alert(1)</script>'),
  'drawing.svg': text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
  'bomb.png': () => hugePng(50_000, 50_000),
  'nothing.jpg': () => Buffer.alloc(0),
  ...(hasFfmpeg && {
    'film.webm': () => film('film.webm', '-c:v', 'libvpx', '-c:a', 'libopus'),
    'film.mp4': () => film('film.mp4', '-c:v', 'mpeg4', '-c:a', 'aac'),
    'film.mov': () => film('film.mov', '-c:v', 'mjpeg', '-c:a', 'pcm_s16le'),
    'sound.mp4': () => film('sound.mp4', '-vn', '-c:a', 'aac', '-movflags', 'faststart'),
  }),
}

/** What becomes of it filed as this, by this one: the media type it is kept as, or why it is not. */
const EXPECTED: readonly [name: string, as: FileType, by: Uploader, outcome: string][] = [
  ['phone.jpg', 'image', 'farrier', 'image/jpeg'],
  ['phone.jpg', 'radiograph', 'vet', 'image/jpeg'],
  ['phone.jpg', 'radiograph', 'farrier', 'wrong_file_type'],
  ['phone.jpg', 'video', 'farrier', 'wrong_file_type'],
  ['iphone.heic', 'image', 'client', 'image/heic'],
  ['screen.png', 'scan', 'para-professional', 'image/png'],
  ['named.pdf.jpg', 'image', 'farrier', 'wrong_file_type'],
  ['named.pdf.jpg', 'document', 'farrier', 'application/pdf'],
  ['gait.pdf', 'gait-analysis', 'farrier', 'application/pdf'],
  ['gait.pdf', 'gait-analysis', 'vet', 'wrong_file_type'],
  ['gait.csv', 'gait-analysis', 'farrier', 'text/csv'],
  ['letter.txt', 'document', 'client', 'text/plain'],
  ['letter.txt', 'image', 'client', 'wrong_file_type'],
  ['program.jpg', 'image', 'farrier', 'file_refused'],
  ['page.pdf', 'document', 'farrier', 'file_refused'],
  // Kept, and never shown as a picture or a page: files.test.ts.
  ['drawing.svg', 'image', 'farrier', 'image/svg+xml'],
  ['bomb.png', 'image', 'farrier', 'image/png'],
  ['nothing.jpg', 'image', 'farrier', 'bad_request'],
]
const FILMS: typeof EXPECTED = [
  ['film.webm', 'video', 'farrier', 'video/webm'],
  ['film.mp4', 'gait-analysis', 'farrier', 'video/mp4'],
  ['film.mov', 'video', 'client', 'video/quicktime'],
  ['film.mov', 'image', 'client', 'wrong_file_type'],
  ['sound.mp4', 'video', 'farrier', 'wrong_file_type'],
]

async function file(name: string, fileType: FileType, uploadedBy: Uploader) {
  const content = await readFile(join(folder, name))
  const asked = { bytes: content.length, sha256: sha256Of(content) }
  const upload = await server.gareth.post('/api/objects/upload', asked)
  if (upload.statusCode !== 200) return { outcome: upload.json<{ code: string }>().code, content }
  const { id, uploadURL } = upload.json<{ id: string; uploadURL: string | null }>()
  if (uploadURL) {
    const put = await putBytes(server.gareth, uploadURL, content)
    if (put.statusCode > 204) return { outcome: put.json().code, content }
  }
  const answer = await server.gareth.post('/api/file-attachments', { fileId: id, fileName: name, fileType, uploadedBy, horseId })
  const { mime, code } = answer.json<{ mime?: string; code?: string }>()
  return { outcome: mime ?? code, content, id }
}

test.each(EXPECTED)('%s, %s of a %s: %s', async (name, as, by, outcome) => {
  expect((await file(name, as, by)).outcome).toBe(outcome)
})

test.skipIf(!hasFfmpeg).each(FILMS)(`%s, %s of a %s: %s${hasFfmpeg ? '' : ' (ffmpeg is not installed)'}`, async (name, as, by, outcome) => {
  expect((await file(name, as, by)).outcome).toBe(outcome)
})

test('each comes back unchanged, and its pictures reveal neither who made it nor where', async () => {
  const shown: string[] = []
  for (const name of await readdir(folder)) {
    const row = [...EXPECTED, ...FILMS].find(([of, , , outcome]) => of === name && outcome.includes('/'))
    if (!row) continue
    const { id, content, outcome = '' } = await file(...([...row.slice(0, 3)] as [string, FileType, Uploader]))
    const answer = await server.gareth.get(`/api/objects/${id}`)
    expect(answer.rawPayload.equals(content), name).toBe(true)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    if (!isPictured(outcome)) continue
    await makePictures(server.db, server.app.setup.files).handle({ practiceId: server.gareth.practiceId, fileId: id })
    const picture = await server.gareth.get(`/api/objects/${id}/thumbnail?width=200`)
    if (picture.statusCode !== 200) continue
    shown.push(name)
    for (const secret of [...SECRETS, '52.18']) expect(picture.rawPayload.includes(secret), name).toBe(false)
  }
  const films = hasFfmpeg ? ['film.mov', 'film.mp4', 'film.webm'] : []
  expect(shown.sort()).toEqual([...films, 'iphone.heic', 'phone.jpg', 'screen.png'])
})
