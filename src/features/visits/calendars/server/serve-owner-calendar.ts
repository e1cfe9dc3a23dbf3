import { sendIcs } from '#features/visits/calendars/server/send-calendar.ts'
import { type Owner, startOwnerCalendar, visitsFile } from '#features/visits/calendars/server/service.ts'
import { AppError } from '#lib/errors.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'
import { READING, tokenOf, writing } from '#platform/server/pages/link-page.ts'

/** The owner of a link, and the visits that its page is about. */
type Opened = { owner: Owner; visitIds: (tx: PracticeTx) => Promise<string[]> }

/**
 * What an owner's page at `path` offers for their calendar: its visits as a file, and a calendar of all their visits, made when they
 * request it. `open` finds the owner of a link; undefined: it opens nothing.
 */
export function serveOwnerCalendar(app: App, path: (token: string) => string, open: (token: string) => Promise<Opened | undefined>) {
  const places = { db: app.db, vault: app.setup.vault, origin: app.setup.origin }
  app.get(`${path(':token')}/visit.ics`, READING, async (request, reply) => {
    const opened = await open(tokenOf(request))
    const text = opened && (await visitsFile(places, opened.owner, opened.visitIds))
    if (!text) throw new AppError('not_found')
    return sendIcs(reply, 'visit.ics', text)
  })
  app.post(`${path(':token')}/calendar`, writing(20), async (request, reply) => {
    const token = tokenOf(request)
    const opened = await open(token)
    if (opened) await startOwnerCalendar(places, opened.owner)
    // The page shows it, or states in plain words that the link opens nothing.
    return reply.redirect(`${path(encodeURIComponent(token))}#calendar`, 303)
  })
}
