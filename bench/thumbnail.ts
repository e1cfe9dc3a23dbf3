import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import sharp from 'sharp'
import { PICTURE_SIDE, THUMBNAIL_WIDTHS } from '#features/evidence/files/rules.ts'
import { drawPictures } from '#features/evidence/files/server/drawing.ts'
import { uuidv7 } from '#lib/ids.ts'
import { ask, type BenchRequest, load } from './ask.ts'
import { interleave, type Subject, startSubject } from './load.ts'
import { memberId, seed, TODAY, tokenOf } from './seed.ts'

const SERVER = new URL('./files-subject.ts', import.meta.url)
/** 24 megapixels, like a good phone's. */
const SIZE = { width: 6000, height: 4000 }
const APPOINTMENTS = 2000
const WARM_UP = 1000
/** Requests that are averaged together. */
const BATCH = 200
const QUIET_BATCHES = 10

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }

/**
 * The pictures of a 24-megapixel photo, made in a process of their own that has to start first, against sharp alone making the same four in
 * one that runs already; and how long the slowest of a hundred requests takes while photos are being made, against before.
 */
export async function benchThumbnail(prepared: Prepared, folder: string, { rounds, photos }: { rounds: number; photos: number }) {
  const photo = await photoOf(SIZE)
  const path = join(folder, 'photo.jpg')
  await writeFile(path, photo)
  const draw = await interleave(
    rounds,
    () => timed(async () => drawPictures(path, await mkdtemp(join(folder, 'out-')), 'image/jpeg')),
    () => timed(() => bareSharp(path)),
  )
  await seed(prepared.owner, 1, APPOINTMENTS)
  const server = await startSubject(SERVER, { app: prepared.app, directory: prepared.directory, filesFolder: join(folder, 'files') })
  try {
    return { draw, ...(await whileDrawing(server, photo, photos)) }
  } finally {
    await server.stop()
  }
}

/** As much detail as a photo has. */
const photoOf = (size: { width: number; height: number }) =>
  sharp({ create: { ...size, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 12 } } })
    .jpeg({ quality: 90 })
    .toBuffer()

async function bareSharp(path: string) {
  const shown = await sharp(path)
    .autoOrient()
    .resize(PICTURE_SIDE, PICTURE_SIDE, { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const again = () => sharp(shown.data, { raw: shown.info })
  await again().jpeg({ quality: 80 }).toBuffer()
  for (const width of THUMBNAIL_WIDTHS) await again().resize(width).jpeg({ quality: 80 }).toBuffer()
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const cookie = `pritchel=${tokenOf(1)}`
const day: BenchRequest = { path: `/api/appointments?date=${TODAY}`, cookie }
const p99 = (times: number[]) => [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN

async function whileDrawing(server: Subject, photo: Buffer, photos: number) {
  await load(server.port, WARM_UP, () => day)
  const asking = async (batches: () => boolean) => {
    const times: number[] = []
    while (batches()) times.push(...(await load(server.port, BATCH, () => day, { lanes: 1 })).map(({ ms }) => ms))
    return times
  }
  let left = QUIET_BATCHES
  const before = p99(await asking(() => left-- > 0))
  let isOver = false
  const ids: string[] = []
  for (let n = 0; n < photos; n++) ids.push(await addPhoto(server, Buffer.concat([photo, Buffer.from(`photo ${n}`)])))
  const started = performance.now()
  const all = untilShown(server, ids).finally(() => {
    isOver = true
  })
  const during = p99(await asking(() => !isOver))
  await all
  return { before, during, eachMs: (performance.now() - started) / photos }
}

async function addPhoto(server: Subject, content: Buffer): Promise<string> {
  const fileId = uuidv7()
  const send = async (path: string, method: string, body: Buffer | object) => {
    const isBytes = Buffer.isBuffer(body)
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method,
      headers: isBytes ? {} : { cookie, 'content-type': 'application/json' },
      body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  const { uploadURL } = (await (await send('/api/objects/upload', 'POST', { id: fileId })).json()) as { uploadURL: string }
  await send(uploadURL, 'PUT', content)
  const { id: clientId } = (await (await send('/api/clients', 'POST', { name: `Owner ${memberId(1)}` })).json()) as { id: string }
  await send('/api/file-attachments', 'POST', { fileId, clientId, fileType: 'image', fileName: 'Near fore.jpg' })
  return fileId
}

/** They are made in the order of arrival; a screen polls from time to time. */
async function untilShown(server: Subject, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    while ((await ask(server.port, { path: `/api/objects/${id}/thumbnail?width=200`, cookie })).status !== 200) {
      await new Promise((done) => setTimeout(done, 500))
    }
  }
}
