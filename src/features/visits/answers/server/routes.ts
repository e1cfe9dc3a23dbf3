import { answerEndpoints } from '#features/visits/answers/contract.ts'
import { answersPage, seeAnswer } from '#features/visits/answers/server/service.ts'
import { toAnswer } from '#features/visits/answers/server/wire.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

export function answerRoutes(app: App) {
  serveMember(app, answerEndpoints.list, async ({ tx, query, request, reply }) => {
    const { limit, unseen } = query
    const appointmentId = optionalId(query.appointmentId, 'appointment_not_found')
    const after = optionalId(query.after, 'bad_request')
    const answers = await answersPage(tx, { appointmentId, isUnseen: unseen === 'true', limit, after })
    linkNext(request, reply, answers, limit, (last) => last.id)
    return answers
  })
  serveMember(app, answerEndpoints.see, async ({ tx, actor, params, body }) =>
    toAnswer(await seeAnswer(tx, actor, idOf(params.id, 'visit_answer_not_found'), body)),
  )
}
