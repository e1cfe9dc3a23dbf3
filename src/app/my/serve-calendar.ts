import { myForm, type Paint } from '#app/my/painting.ts'
import { endGuestCalendar, renewGuestCalendar } from '#features/visits/calendars/server/guest-calendar.ts'
import type { App } from '#platform/server/http/http.ts'

const BACK = '/my/settings#calendar'

/** The address by which a guest's calendar program reads their visits: made, replaced, and removed. */
export function serveMyCalendar(page: { app: App; paint: Paint }) {
  const { db, setup } = page.app
  const { keyedHash, dataFolder } = setup
  myForm(page, '/my/settings/calendar', 20, async ({ reply, session }) => {
    await renewGuestCalendar({ db, keyedHash, dataFolder }, session.personId)
    return reply.redirect(BACK, 303)
  })
  myForm(page, '/my/settings/calendar/end', 20, async ({ reply, session }) => {
    await endGuestCalendar({ db, dataFolder }, session.personId)
    return reply.redirect(BACK, 303)
  })
}
