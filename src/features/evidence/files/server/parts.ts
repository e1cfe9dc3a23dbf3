import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileEndpoints } from '#features/evidence/files/contract.ts'
import type { FileRow } from '#features/evidence/files/server/queries.ts'
import { arrivingAs, openUpload } from '#features/evidence/files/server/uploads.ts'
import { AppError } from '#lib/errors.ts'
import { type Meter, meterOf, TooLong } from '#platform/server/files/meter.ts'
import type { Arrival } from '#platform/server/files/store.ts'
import type { App } from '#platform/server/http/http.ts'

type Params = { id: string; token: string }
type Opened = { practiceId: string; file: FileRow }

const VERSION = '1.0.0'

/**
 * Receives files in parts that resume after any interruption, by tus 1.0 (https://tus.io/protocols/resumable-upload): HEAD returns how much
 * of a file has arrived, PATCH continues from there. The address comes from `requestUpload`, so none of the protocol's extensions is
 * needed. `finish` takes a complete file; `arrival` is the measured result, where all of it came through here.
 */
export function receiveParts(app: App, scope: App, finish: (opened: Opened, arrival: Arrival | undefined) => Promise<void>) {
  const turns = turnTaking()
  const meters = runningMeters()
  const route = { url: fileEndpoints.put.path, config: { audience: 'link' as const }, schema: { hide: true } }
  scope.route({
    ...route,
    method: 'HEAD',
    async handler(request, reply) {
      if (!speaksTus(request, reply)) return reply
      const { file } = await openUpload(app.db, request.params as Params)
      const at = await turns.take(arrivingAs(file), () => offsetOf(app, file))
      return reply.headers({ 'upload-offset': at, 'upload-length': file.bytes ?? 0 }).send()
    },
  })
  scope.route({
    ...route,
    method: 'PATCH',
    async handler(request, reply) {
      if (!speaksTus(request, reply)) return reply
      const opened = await openUpload(app.db, request.params as Params)
      const { file } = opened
      const name = arrivingAs(file)
      const { at, arrival } = await turns.take(name, async (isWanted) => {
        const at = await append(app, file, request, { reply, isWanted, meters })
        return { at, arrival: at === file.bytes ? await arrivalOf(app, name, meters.end(name, at)) : undefined }
      })
      if (at === undefined) return reply
      if (at === file.bytes) await finish(opened, arrival)
      return reply.code(204).header('upload-offset', at).send()
    },
  })
}

/** Answers protocol faults as tus defines them, in its own words; only a program reads them. */
const refuse = (reply: FastifyReply, status: number, words: string): undefined => void reply.code(status).type('text/plain').send(words)

function speaksTus({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  reply.header('tus-resumable', VERSION)
  if (headers['tus-resumable'] === VERSION) return true
  reply.header('tus-version', VERSION)
  refuse(reply, 412, 'Tus-Resumable Required\n')
  return false
}

/** @throws upload_not_found when it was never to come in parts, or was dropped */
async function offsetOf(app: App, file: FileRow): Promise<number> {
  const at = await app.setup.files.offsetOf(arrivingAs(file))
  if (at === undefined) throw new AppError('upload_not_found')
  return at
}

type Turn = { reply: FastifyReply; isWanted: AbortSignal; meters: ReturnType<typeof runningMeters> }

/** How far the file is after this part, whole or cut; undefined: it was refused. */
async function append(app: App, file: FileRow, request: FastifyRequest, { reply, isWanted, meters }: Turn): Promise<number | undefined> {
  const { headers, body } = request
  if (headers['content-type'] !== 'application/offset+octet-stream')
    return refuse(reply, 415, 'Content-Type must be application/offset+octet-stream\n')
  const at = await offsetOf(app, file)
  if (headers['upload-offset'] !== String(at)) return refuse(reply, 409, 'Upload-Offset conflict\n')
  let left = (file.bytes ?? 0) - at
  if (Number(headers['content-length'] ?? 0) > left) return refuse(reply, 413, 'More than was announced\n')
  const meter = meters.from(arrivingAs(file), at)
  const look = (piece: Buffer) => {
    left -= piece.length
    if (left < 0) throw new TooLong('more than was announced')
    meter?.add(piece)
  }
  const content = body instanceof Readable ? body : Readable.from([])
  const stop = () => content.destroy(new Error('the sender has begun anew'))
  isWanted.addEventListener('abort', stop)
  if (isWanted.aborted) stop()
  try {
    return await app.setup.files.append(arrivingAs(file), content, { at, look })
  } catch (error) {
    // What is left of it is not read, and would hold the connection open for ever.
    reply.header('connection', 'close')
    if (error instanceof TooLong) return refuse(reply, 413, 'More than was announced\n')
    // The sender has disconnected; no one receives this.
    if (request.raw.destroyed) throw new AppError('bad_request')
    throw error
  } finally {
    isWanted.removeEventListener('abort', stop)
  }
}

const arrivalOf = async (app: App, name: string, meter: Meter | undefined): Promise<Arrival | undefined> =>
  meter && { ...meter.read(), version: await app.setup.files.versionOf(name) }

/** The most uploads measured at once, because each keeps the beginning of its file in memory; any others are read in full once complete. */
const MOST_METERS = 200

/**
 * Measures the bytes of each file as they arrive, so that a complete one need not be read again. It is valid only where all bytes came
 * here, in order and uninterrupted.
 */
function runningMeters() {
  const running = new Map<string, Meter>()
  return {
    /** The meter of a file that goes on from `at`; undefined: some of it came another way. */
    from(name: string, at: number): Meter | undefined {
      const meter = at === 0 ? meterOf(Number.POSITIVE_INFINITY) : running.get(name)
      running.delete(name)
      if (meter?.bytes() !== at) return undefined
      running.set(name, meter)
      const [oldest] = running.keys()
      if (running.size > MOST_METERS && oldest) running.delete(oldest)
      return meter
    },
    /** The meter of a file whose full size is `bytes`. */
    end(name: string, bytes: number): Meter | undefined {
      const meter = running.get(name)
      running.delete(name)
      return meter?.bytes() === bytes ? meter : undefined
    },
  }
}

/**
 * One request at a time for each name. A new request ends the running one: after an interruption the sender is back before the server
 * notices, and the bytes received until then count.
 */
function turnTaking() {
  const last = new Map<string, { over: AbortController; ended: Promise<unknown> }>()
  return {
    async take<T>(name: string, work: (isWanted: AbortSignal) => Promise<T>): Promise<T> {
      const before = last.get(name)
      before?.over.abort()
      const over = new AbortController()
      const done = (async () => {
        await before?.ended.catch(() => {})
        return work(over.signal)
      })()
      const turn = { over, ended: done }
      last.set(name, turn)
      try {
        return await done
      } finally {
        if (last.get(name) === turn) last.delete(name)
      }
    },
  }
}
