import { Readable } from 'node:stream'
import type { Server as TusServer } from '@tus/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileEndpoints } from '#features/files/contract.ts'
import { MOST_BYTES } from '#features/files/rules.ts'
import type { FileRow } from '#features/files/server/queries.ts'
import { finishUpload, openUpload } from '#features/files/server/uploads.ts'
import { AppError } from '#lib/errors.ts'
import { type Arrival, TooLong } from '#platform/server/file-store.ts'
import type { App } from '#platform/server/http.ts'
import { servePublic } from '#platform/server/serve-endpoint.ts'

type Params = { id: string; token: string }
type Opened = { practiceId: string; file: FileRow }

/** Takes bytes at the addresses `askUpload` gives: all at once by PUT, or by tus 1.0 in parts that go on after any cut. */
export function receiveBytes(app: App) {
  void app.register(async (scope) => {
    // Bytes are passed on as they come, whatever they are said to be.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    servePublic(scope as App, fileEndpoints.put, async ({ params, request }) => {
      const opened = await openUpload(app.db, params)
      await finish(app, opened, await receive(app, opened.file, request))
    })
    const tus = tusOnDemand(app)
    scope.route({
      method: ['HEAD', 'PATCH'],
      url: fileEndpoints.put.path,
      config: { audience: 'link' },
      schema: { hide: true },
      handler: async (request, reply) => passTo(await tus(), app, request, reply),
    })
  })
}

async function receive(app: App, file: FileRow, request: FastifyRequest): Promise<Arrival> {
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  if (announced > MOST_BYTES) throw new AppError('file_too_big')
  if (file.bytes !== null && announced > file.bytes) throw new AppError('file_damaged', { announced: file.bytes, arrived: announced })
  const content = request.body instanceof Readable ? request.body : Readable.from([])
  try {
    return await app.setup.files.receive(file.id, content, file.bytes ?? MOST_BYTES)
  } catch (error) {
    if (error instanceof TooLong) throw new AppError(file.bytes === null ? 'file_too_big' : 'file_damaged')
    // Whoever sent it has gone; nobody hears this.
    if (request.raw.destroyed) throw new AppError('bad_request')
    throw error
  }
}

async function finish(app: App, { practiceId, file }: Opened, arrival: Arrival): Promise<void> {
  const refusal = await app.db.withPractice(practiceId, (tx) => finishUpload(tx, app.setup.files, file, arrival))
  if (refusal) throw refusal
}

/** tus writes the answer itself; what every answer of ours carries goes with it. */
async function passTo(tus: TusServer, app: App, request: FastifyRequest, reply: FastifyReply) {
  await openUpload(app.db, request.params as Params)
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value)
  await tus.handle(request.raw, reply.raw)
}

/** Loaded with the first part that comes, so that the server starts as fast without it. */
function tusOnDemand(app: App): () => Promise<TusServer> {
  let made: Promise<TusServer> | undefined
  return () => {
    made ??= makeTus(app)
    return made
  }
}

const ADDRESS = /\/api\/objects\/([^/]+)\/upload\/([^/?]+)/

async function makeTus(app: App): Promise<TusServer> {
  const [{ Server }, { FileStore }] = await Promise.all([import('@tus/server'), import('@tus/file-store')])
  return new Server({
    path: '/api/objects',
    datastore: new FileStore({ directory: app.setup.files.arrivingFolder }),
    allowedOrigins: () => false,
    getFileIdFromRequest: ({ url }) => ADDRESS.exec(url)?.[1],
    async onUploadFinish({ url }) {
      const [, id = '', token = ''] = ADDRESS.exec(url) ?? []
      try {
        const opened = await openUpload(app.db, { id, token })
        await finish(app, opened, await app.setup.files.inspect(opened.file.id))
        return {}
      } catch (error) {
        if (error instanceof AppError) throw { status_code: error.status, body: bodyOf(error) }
        app.log.error({ err: error }, 'an upload could not be finished')
        throw { status_code: 500, body: bodyOf(new AppError('internal')) }
      }
    },
  })
}

const bodyOf = ({ code, message, details }: AppError) => JSON.stringify({ code, message, ...details })
