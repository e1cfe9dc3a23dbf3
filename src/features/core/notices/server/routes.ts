import { noticeEndpoints } from '#features/core/notices/contract.ts'
import { cancelNotice, comingPage, handOver, noticesPage, sendNow } from '#features/core/notices/server/outbox.ts'
import { toNotice } from '#features/core/notices/server/wire.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import { AppError } from '#lib/errors.ts'
import type { App } from '#platform/server/http/http.ts'
import { fromCursor, linkNext, toCursor } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'

const noticeId = (params: { id: string }) => idOf(params.id, 'notice_not_found')

export function noticeRoutes(app: App) {
  serveMember(app, noticeEndpoints.list, async ({ tx, query, request, reply }) => {
    const appointmentId = optionalId(query.appointmentId, 'appointment_not_found')
    const clientId = optionalId(query.clientId, 'client_not_found')
    if (query.coming === 'true') {
      const last = fromCursor(query.after, 2)
      const after = last && { goesAt: momentOf(last[0]), id: idOf(last[1] ?? '', 'bad_request') }
      const coming = await comingPage(tx, { limit: query.limit, after, appointmentId, clientId })
      linkNext(request, reply, coming, query.limit, ({ goesAt, id }) => toCursor([goesAt ?? '', id]))
      return coming
    }
    const after = optionalId(fromCursor(query.after, 1)?.[0], 'bad_request')
    const notices = await noticesPage(tx, { limit: query.limit, after, appointmentId, clientId })
    linkNext(request, reply, notices, query.limit, (last) => toCursor([last.id]))
    return notices
  })
  serveMember(app, noticeEndpoints.handOver, async ({ tx, actor, params, body }) =>
    toNotice(await handOver(tx, actor, noticeId(params), body.via)),
  )
  serveMember(app, noticeEndpoints.sendNow, async ({ tx, actor, params }) => toNotice(await sendNow(tx, actor, noticeId(params))))
  serveMember(app, noticeEndpoints.cancel, async ({ tx, actor, params }) => toNotice(await cancelNotice(tx, actor, noticeId(params))))
}

/** @throws bad_request */
function momentOf(text: string | undefined): Date {
  const moment = new Date(text ?? '')
  if (Number.isNaN(moment.getTime())) throw new AppError('bad_request', { fields: ['after'] }, "This isn't a place in the list.")
  return moment
}
