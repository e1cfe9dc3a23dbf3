import { careEndpoints } from '#features/visits/care/contract.ts'
import { answerNote, changeNote, notesOfHorse, toNote } from '#features/visits/care/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

export function careRoutes(app: App) {
  serveMember(app, careEndpoints.ofHorse, async ({ tx, params, query, request, reply }) => {
    const { limit } = query
    const notes = await notesOfHorse(tx, idOf(params.id, 'horse_not_found'), {
      limit,
      after: optionalId(query.after, 'bad_request') ?? undefined,
    })
    linkNext(request, reply, notes, limit, (last) => last.id)
    return notes
  })
  serveMember(app, careEndpoints.answer, async ({ tx, actor, body }) =>
    toNote(await answerNote(tx, actor, body.id ? idOf(body.id, 'bad_request') : uuidv7(), body)),
  )
  serveMember(app, careEndpoints.update, async ({ tx, actor, params, body }) =>
    toNote(await changeNote(tx, actor, idOf(params.id, 'care_note_not_found'), body)),
  )
}
