import { OWNER_CALENDAR_PATH } from '#features/visits/calendars/rules.ts'
import { BY_ADDRESS, sendCalendar } from '#features/visits/calendars/server/send-calendar.ts'
import { openOwnerCalendar } from '#features/visits/calendars/server/service.ts'
import type { App } from '#platform/server/http/http.ts'
import { tokenOf } from '#platform/server/pages/link-page.ts'

/** The calendar of their visits that an owner's calendar program follows. */
export function calendarRoutes(app: App) {
  app.get(`${OWNER_CALENDAR_PATH}:token([A-Za-z0-9_-]+).ics`, BY_ADDRESS, async (request, reply) =>
    sendCalendar(reply, await openOwnerCalendar(app, tokenOf(request), request.headers['if-none-match'])),
  )
}
