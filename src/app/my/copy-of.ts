import { createHash } from 'node:crypto'
import { type CopyList, GENERAL_PAGES, NO_SIGNAL } from '#app/my/copy-names.ts'
import { isFileShown } from '#app/my/horse-of.ts'
import { moneyOf } from '#app/my/money-of.ts'
import { guestFiles } from '#features/evidence/files/server/guest-files.ts'
import { type GuestVisit, listVisits } from '#features/records/guests/server/guest-visits.ts'
import { listGuestYards } from '#features/records/guests/server/guest-yards.ts'
import { portalOpenToGuest } from '#features/records/guests/server/portal-open.ts'
import { eyesOf, type GuestPractice, practicesOfGuest } from '#features/records/guests/server/practice-of-guest.ts'
import { listGuestClients, listGuestHorses } from '#features/records/guests/server/reading.ts'
import { shownTo } from '#features/records/guests/server/shown-to.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf } from '#lib/dates.ts'
import { fewAtOnce } from '#lib/few-at-once.ts'
import type { Guest, GuestTx } from '#platform/server/database/db.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

/** How much of each a phone keeps, over all practices. */
const MOST = { horses: 30, coming: 10, cards: 10, invoices: 10, photosOfHorse: 4 }

/** What a person's phone may keep: their horses, visits and bills, and small pictures. What is not in it is no longer theirs. */
export async function copyOf(app: App, session: GuestSession): Promise<CopyList> {
  const practices = await practicesOfGuest(app.db, session)
  const parts = await fewAtOnce(practices, (practice) => partOf(app, eyesOf(session, practice), practice))
  const first = (of: (part: Part) => readonly string[], most: number) => parts.flatMap(of).slice(0, most)
  const horses = parts.flatMap((part) => part.horses).slice(0, MOST.horses)
  return {
    stamp: createHash('sha256')
      .update(JSON.stringify(parts.map(({ stamp }) => stamp)))
      .digest('base64url'),
    pages: [
      ...GENERAL_PAGES,
      ...horses.map(({ page }) => page),
      ...first((part) => part.coming, MOST.coming),
      ...first((part) => part.cards, MOST.cards),
      ...first((part) => part.invoices, MOST.invoices),
      NO_SIGNAL,
    ],
    pictures: horses.flatMap(({ pictures }) => pictures),
  }
}

type Part = {
  stamp: unknown
  horses: readonly { page: string; pictures: readonly string[] }[]
  coming: readonly string[]
  cards: readonly string[]
  invoices: readonly string[]
}

async function partOf(app: App, eyes: Guest, practice: GuestPractice): Promise<Part> {
  const { slug, tier } = practice
  const at = `/my/at/${slug}`
  const read = await app.db.withGuest(eyes, (tx) => readPart(tx, practice))
  const { payers } = await moneyOf(app, eyes, practice)
  const bills = payers.flatMap(({ open, settled }) => [...open, ...settled])
  const pageOf = ({ id }: { id: string }) => `${at}/visits/${id}`
  return {
    stamp: [slug, tier, read.clientIds, read.shows, payers.map(({ clientId }) => clientId), read.yardIds],
    horses: read.horses.map(({ id, photoIds }) => ({
      page: `${at}/horses/${id}`,
      pictures: photoIds.map((photo) => `${at}/files/${photo}/tiny`),
    })),
    coming: read.coming.filter(isBooked).map(pageOf),
    cards: read.past.filter(({ status }) => status === 'done').map((visit) => `${pageOf(visit)}/card`),
    invoices: bills.map(({ id }) => `${at}/invoices/${id}`),
  }
}

const isBooked = ({ status }: GuestVisit) => status === 'booked'

/** Those that are theirs now come first. */
async function readPart(tx: GuestTx, { zone, tier }: GuestPractice) {
  const today = dayOf(currentTime(), zone)
  const [clientIds, listed, { shows }, visits, yards] = await Promise.all([
    listGuestClients(tx),
    listGuestHorses(tx),
    shownTo(tx),
    listVisits(tx, today),
    listGuestYards(tx, today),
  ])
  // No page of a yard is kept, but kept lists name it: with one yard less they are read again at once.
  const yardIds = yards.map(({ id }) => id)
  const kept = [...listed.filter(({ isTheirs }) => isTheirs), ...listed.filter(({ isTheirs }) => !isTheirs)].slice(0, MOST.horses)
  const horses = await Promise.all(
    kept.map(async ({ id }) => ({ id, photoIds: (await portalOpenToGuest(tx, tier, id)) ? await photosOf(tx, id, shows) : [] })),
  )
  return { clientIds, shows, horses, yardIds, ...visits }
}

async function photosOf(tx: GuestTx, horseId: string, shows: Awaited<ReturnType<typeof shownTo>>['shows']): Promise<string[]> {
  const files = await guestFiles(tx, horseId)
  const photos = files.filter((file) => file.fileType === 'image' && isFileShown(file, shows))
  return photos.slice(0, MOST.photosOfHorse).map(({ id }) => id)
}
