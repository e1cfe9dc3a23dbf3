import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fileEndpoints } from '#features/evidence/files/contract.ts'
import { MOST_BYTES } from '#features/evidence/files/rules.ts'
import { receiveParts } from '#features/evidence/files/server/parts.ts'
import type { FileRow } from '#features/evidence/files/server/queries.ts'
import { arrivingAs, finishUpload, openUpload } from '#features/evidence/files/server/uploads.ts'
import { AppError } from '#lib/errors.ts'
import { TooLong } from '#platform/server/files/meter.ts'
import type { Arrival } from '#platform/server/files/store.ts'
import type { App } from '#platform/server/http/http.ts'
import { servePublic } from '#platform/server/http/serve-endpoint.ts'

type Opened = { practiceId: string; file: FileRow }

/** Receives bytes at the addresses that `requestUpload` returns: all at once by PUT, or by tus 1.0 in parts that resume after any interruption. */
export function receiveBytes(app: App) {
  void app.register(async (scope) => {
    // Bytes are passed on as they arrive, regardless of their declared type.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    servePublic(scope as App, fileEndpoints.put, async ({ params, request, reply }) => {
      const opened = await openUpload(app.db, params)
      await finish(app, opened, await receive(app, opened.file, { request, reply }))
    })
    receiveParts(app, scope as App, async (opened, arrival) =>
      finish(app, opened, arrival ?? (await app.setup.files.inspect(arrivingAs(opened.file)))),
    )
  })
}

async function receive(app: App, file: FileRow, { request, reply }: { request: FastifyRequest; reply: FastifyReply }): Promise<Arrival> {
  const announced = Number(request.headers['content-length'] ?? Number.NaN)
  if (announced > MOST_BYTES) throw new AppError('file_too_big')
  if (file.bytes !== null && announced > file.bytes) throw new AppError('file_damaged', { announced: file.bytes, arrived: announced })
  const content = request.body instanceof Readable ? request.body : Readable.from([])
  try {
    return await app.setup.files.receive(arrivingAs(file), content, file.bytes ?? MOST_BYTES)
  } catch (error) {
    // What is left of it is not read, and would hold the connection open for ever.
    reply.header('connection', 'close')
    if (error instanceof TooLong) throw new AppError(file.bytes === null ? 'file_too_big' : 'file_damaged')
    // The sender has disconnected; no one receives this.
    if (request.raw.destroyed) throw new AppError('bad_request')
    throw error
  }
}

const finish = (app: App, { file }: Opened, arrival: Arrival): Promise<void> =>
  finishUpload({ db: app.db, files: app.setup.files }, file, { name: arrivingAs(file), ...arrival })
