import { calendarChangeEndpoints } from '#features/visits/calendars/contract.ts'
import { OWNER_CALENDAR_PATH } from '#features/visits/calendars/rules.ts'
import { answerCalendarChange, toCalendarChange } from '#features/visits/calendars/server/answer-calendar-change.ts'
import { openGuestCalendar } from '#features/visits/calendars/server/guest-calendar.ts'
import { listOpenCalendarChanges } from '#features/visits/calendars/server/put-calendar-change.ts'
import { readAgain } from '#features/visits/calendars/server/read-again.ts'
import { answerStill, BY_ADDRESS, knownBy, sendCalendar } from '#features/visits/calendars/server/send-calendar.ts'
import { openOwnerCalendar } from '#features/visits/calendars/server/service.ts'
import { idOf, optionalId } from '#lib/canonical.ts'
import type { App } from '#platform/server/http/http.ts'
import { linkNext } from '#platform/server/http/paging.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'
import { tokenOf } from '#platform/server/pages/link-page.ts'

/** The calendar of their visits that an owner's calendar program follows, and what members changed in calendars of their own. */
export function calendarRoutes(app: App) {
  answerStill(app, OWNER_CALENDAR_PATH)
  app.get(`${OWNER_CALENDAR_PATH}:token([A-Za-z0-9_-]+).ics`, BY_ADDRESS, async (request, reply) => {
    const [token, known] = [tokenOf(request), knownBy(request)]
    const open = async () => (await openOwnerCalendar(app, token, known)) ?? openGuestCalendar(app, token, known)
    return sendCalendar(reply, await readAgain(app, token, open))
  })
  serveMember(app, calendarChangeEndpoints.list, async ({ tx, query, request, reply }) => {
    const after = optionalId(query.after, 'bad_request')
    const open = await listOpenCalendarChanges(tx, optionalId(query.memberId, 'member_not_found'))
    const page = open.filter(({ id }) => !after || id < after).slice(0, query.limit)
    linkNext(request, reply, page, query.limit, (last) => last.id)
    return page
  })
  serveMember(app, calendarChangeEndpoints.answer, async ({ tx, actor, params, body }) =>
    toCalendarChange(await answerCalendarChange(tx, actor, idOf(params.id, 'calendar_change_not_found'), body)),
  )
}
