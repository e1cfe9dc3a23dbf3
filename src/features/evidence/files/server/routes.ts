import { fileEndpoints } from '#features/evidence/files/contract.ts'
import { PICTURE, type PictureName } from '#features/evidence/files/server/pictures-for-owner.ts'
import { answerFile, answerPicture } from '#features/evidence/files/server/reading.ts'
import { receiveBytes } from '#features/evidence/files/server/receiving.ts'
import {
  changeAttachment,
  fileAway,
  filesOfHorse,
  lookForArrived,
  takeOffRecord,
  toAttachment,
} from '#features/evidence/files/server/service.ts'
import { requestUpload } from '#features/evidence/files/server/uploads.ts'
import { usageOf } from '#features/evidence/files/server/usage.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember, serveMemberAside, serveMemberRead } from '#platform/server/http/serve-endpoint.ts'

const placesOf = ({ db, setup: { files } }: App) => ({ db, files })
const attachmentId = (params: { id: string }) => idOf(params.id, 'attachment_not_found')

export function fileRoutes(app: App) {
  serveMemberAside(app, fileEndpoints.upload, ({ actor, body }) => requestUpload(placesOf(app), actor, body ?? {}))
  serveMemberRead(app, fileEndpoints.read, ({ read, actor, params, request, reply }) =>
    answerFile(app.setup.files, { read, actor, id: idOf(params.id, 'file_not_found'), request, reply }),
  )
  serveMemberRead(app, fileEndpoints.thumbnail, ({ read, actor, params, query, request, reply }) =>
    answerPicture(app, { read, actor, id: idOf(params.id, 'file_not_found'), request, reply }, `${query.width}.jpg` as PictureName),
  )
  serveMemberRead(app, fileEndpoints.picture, ({ read, actor, params, request, reply }) =>
    answerPicture(app, { read, actor, id: idOf(params.id, 'file_not_found'), request, reply }, PICTURE),
  )
  serveMember(app, fileEndpoints.usage, ({ tx, actor }) => usageOf(tx, actor))
  serveMember(app, fileEndpoints.ofHorse, async ({ tx, params, query, request, reply }) => {
    const page = { limit: query.limit, after: optionalId(query.after, 'bad_request') }
    const files = await filesOfHorse(tx, idOf(params.id, 'horse_not_found'), page)
    linkNext(request, reply, files, query.limit, (last) => last.id)
    return files
  })
  serveMember(
    app,
    fileEndpoints.create,
    async ({ tx, actor, body }) => toAttachment(await fileAway(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)),
    { before: ({ actor, body }) => lookForArrived(placesOf(app), actor, body) },
  )
  serveMember(app, fileEndpoints.update, async ({ tx, actor, params, body }) =>
    toAttachment(await changeAttachment(tx, actor, attachmentId(params), body)),
  )
  serveMember(app, fileEndpoints.remove, async ({ tx, actor, params }) => {
    await takeOffRecord(tx, actor, attachmentId(params))
  })
  receiveBytes(app)
}
