import type { ThreadInList } from '#app/my/messages-view.ts'
import { myPage, type Paint } from '#app/my/painting.ts'
import { eyesOf, type GuestPractice, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { listGuestClients } from '#features/records/guests/server/reading.ts'
import { cutTo } from '#features/talk/messaging/rules.ts'
import { type ClientThread, listClientThreads } from '#features/talk/messaging/server/for-client.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { fewAtOnce } from '#lib/few-at-once.ts'
import type { Guest } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

/** How much of the last message a list shows. */
const LONGEST_LAST = 90

/** The conversations of a guest, over all their practices: one read of the directory, and one transaction a practice. */
export function serveMyMessages(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myPage(page, '/my/messages', async ({ reply, session }) => {
    const practices = await practicesOfGuest(app.db, session)
    const all = await fewAtOnce(practices, (practice) => threadsIn(app, eyesOf(session, practice), practice))
    const threads = all.flatMap((one) => one.threads).sort((a, b) => b.lastAt.getTime() - a.lastAt.getTime())
    return paint(reply, {
      page: 'messages',
      threads: threads.map(listed),
      practices: practices.filter(({ isLapsed }, index) => !isLapsed && all[index]?.isClients).map(({ slug, name }) => ({ slug, name })),
    })
  })
}

type Placed = ClientThread & { practice: GuestPractice }

/** `isClients`: they are there for a client, and may begin one; a sharer of a horse writes to the farrier on its page. */
const threadsIn = (app: App, eyes: Guest, practice: GuestPractice): Promise<{ threads: Placed[]; isClients: boolean }> =>
  app.db.withGuest(eyes, async (tx) => {
    const [threads, clients] = await Promise.all([listClientThreads(tx), listGuestClients(tx)])
    return { threads: threads.map((thread) => ({ ...thread, practice })), isClients: clients.length > 0 }
  })

const listed = ({
  practice: { slug, name, zone },
  lastAt,
  last,
  id,
  subject,
  isEmergency,
  isLastTheirs,
  unread,
}: Placed): ThreadInList => ({
  ...{ id, slug, practice: name, subject, isEmergency, isLastTheirs, unread },
  when: `${shortDay(dayOf(lastAt, zone))}, ${timeOf(lastAt, zone)}`,
  last: cutTo(last, LONGEST_LAST) || 'A photo or file',
})
