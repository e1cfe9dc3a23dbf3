import multipart from '@fastify/multipart'
import { forgetUnnamed } from '#features/evidence/files/server/forget-file.ts'
import { storeArrived } from '#features/evidence/files/server/store-arrived.ts'
import { voiceEndpoints } from '#features/evidence/voice/contract.ts'
import { receiveForm } from '#features/evidence/voice/server/receiving.ts'
import { changeVoiceNote, recordVoiceNote, removeVoiceNote, toVoiceNote, voiceOfHorse } from '#features/evidence/voice/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember, serveMemberForm } from '#platform/server/http/serve-endpoint.ts'

const noteId = (params: { id: string }) => idOf(params.id, 'voice_note_not_found')

export function voiceRoutes(app: App) {
  const places = { db: app.db, files: app.setup.files }
  serveMember(app, voiceEndpoints.ofHorse, async ({ tx, params, query, request, reply }) => {
    const page = { limit: query.limit, after: optionalId(query.after, 'bad_request') }
    const notes = await voiceOfHorse(tx, idOf(params.id, 'horse_not_found'), page)
    linkNext(request, reply, notes, query.limit, (last) => last.id)
    return notes
  })
  void app.register(async (scope) => {
    await scope.register(multipart)
    serveMemberForm(scope as App, voiceEndpoints.create, {
      receive: ({ request }) => receiveForm(request, places.files),
      before: ({ actor, received }) => storeArrived(places, actor, received),
      async release({ id }, { practiceId }) {
        await places.files.drop(id)
        // Of a note that was refused, or sent again under its key.
        await forgetUnnamed(places, practiceId, id)
      },
      async handler({ tx, actor, body, received }) {
        return toVoiceNote(await recordVoiceNote(tx, actor, uuidv7(), { ...body, fileId: received.id }))
      },
    })
  })
  serveMember(app, voiceEndpoints.update, async ({ tx, actor, params, body }) =>
    toVoiceNote(await changeVoiceNote(tx, actor, noteId(params), body)),
  )
  serveMember(app, voiceEndpoints.remove, async ({ tx, actor, params }) => {
    await removeVoiceNote(tx, actor, noteId(params))
  })
}
