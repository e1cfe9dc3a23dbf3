import { accessesOf } from '#app/my/acting.ts'
import { careSharingOf } from '#app/my/care-sharing-of.ts'
import type { CareForm } from '#app/my/care-sharing-view.ts'
import { shownShare } from '#app/my/share-of.ts'
import type { InviteForm, OtherRow, SharedWithMe, SharingClient, SharingPractice } from '#app/my/sharing-view.ts'
import { postsUnder } from '#features/office/posts/server/posts-under.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { sharedWith } from '#features/records/guests/server/access-to-horse.ts'
import type { GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { listShares } from '#features/records/guests/server/share-queries.ts'
import { toShare } from '#features/records/guests/server/sharing-horses.ts'
import { type InvitedOne, type Looking, listInvited, listLooking } from '#features/records/guests/server/sharing-queries.ts'
import { isGone } from '#features/records/horses/rules.ts'
import { photosOfClient } from '#features/records/photo-consents/server/answering.ts'
import { currentTime } from '#lib/clock.ts'
import { type Day, dayOf, shortDay } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { readableAddress } from '#lib/phone-links.ts'
import { can } from '#lib/plan.ts'
import type { Guest, PracticeTx } from '#platform/server/database/db.ts'
import type { App } from '#platform/server/http/http.ts'

/** What is typed already, for which client. */
export type Typed = { clientId?: string; form: Partial<InviteForm>; care?: Partial<CareForm>; careFault?: string }

/** Who sees the horses that are a guest's own in a practice, and what is shared with them there. */
export async function sharingOf(
  app: App,
  eyes: Guest,
  practice: GuestPractice,
  typed: Typed,
): Promise<{ practice: SharingPractice; mine: SharedWithMe[] }> {
  const { id, slug, name, tier, isLapsed } = practice
  // Until clients can pay for services themselves there is no such page.
  const services = app.hasRoute({ method: 'GET', url: SERVICES }) ? SERVICES : null
  return app.db.withPractice(id, async (tx) => {
    const accesses = await accessesOf(tx, eyes)
    const clients: SharingClient[] = []
    for (const access of accesses)
      if (guestMay(access, 'share')) clients.push(await clientOf(tx, { clientId: access.clientId, practice, typed, services }))
    const mine: SharedWithMe[] = []
    for (const { clientId, role } of accesses)
      if (role === 'helper') mine.push({ slug, practice: name, what: 'client', id: clientId, name: await nameOf(tx, clientId) })
    const shared = 'personId' in eyes ? await sharedWith(tx, eyes.personId) : []
    for (const { horseId, horseName } of shared) mine.push({ slug, practice: name, what: 'horse', id: horseId, name: horseName })
    const clientIds = clients.map((client) => client.id)
    const rows = clientIds.length > 0 ? await listShares(tx, { clientIds }) : []
    const links = rows.map((row) => shownShare(toShare(row, tier), practice))
    const closed = isLapsed ? new AppError('practice_takes_nothing').message : null
    return { practice: { slug, name, hasRecord: can(tier, 'client-portal'), closed, clients, links }, mine }
  })
}

const SERVICES = '/my/services'

async function clientOf(
  tx: PracticeTx,
  { clientId, practice, typed, services }: { clientId: string; practice: GuestPractice; typed: Typed; services: string | null },
): Promise<SharingClient> {
  const { zone } = practice
  const today = dayOf(currentTime(), zone)
  const rows = await tx
    .selectFrom('horses')
    .select(['id', 'name', 'gone_on as goneOn'])
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const horses = rows.filter((horse) => !isGone(horse, today)).map(({ id, name }) => ({ id, name }))
  const isTyped =
    typed.clientId === undefined
      ? horses.some(({ id }) => id === typed.form.horseId || typed.care?.horseIds?.includes(id))
      : typed.clientId === clientId
  return {
    ...{ id: clientId, name: await nameOf(tx, clientId), horses },
    people: (await listLooking(tx, clientId)).map((one) => lookingRow(one, zone)),
    invited: (await listInvited(tx, clientId)).map((one) => invitedRow(one, zone)),
    care: await careSharingOf(tx, { clientId, horses, zone, services, typed: isTyped ? typed.care : undefined }),
    photos: await photosOf(tx, clientId, { practiceName: practice.name, zone }),
    form: { ...EMPTY, horseId: horses[0]?.id ?? '', ...(isTyped && typed.form) },
  }
}

/** With how many posts come down once one is withdrawn. */
async function photosOf(tx: PracticeTx, clientId: string, reader: Parameters<typeof photosOfClient>[2]) {
  const [photos, posts] = [await photosOfClient(tx, clientId, reader), await postsUnder(tx, clientId)]
  return photos.map((one) => ({ ...one, posts: posts.get(one.id) ?? 0 }))
}

const EMPTY: InviteForm = {
  ...{ role: 'helper', horseId: '', name: '', to: '', seesMoney: false, mayAnswer: false },
  ...{ fault: null, mustProve: false },
}

async function nameOf(tx: PracticeTx, clientId: string): Promise<string> {
  const client = await requireClient(tx, clientId)
  return firstNameOf({ name: client.name, isBusiness: client.is_business, businessName: client.business_name })
}

const lookingRow = (one: Looking, zone: string): OtherRow => ({
  what: one.role,
  id: one.grantId ?? one.personId,
  name: one.name,
  sees: seesWords(one),
  detail: [
    `Since ${dayIn(one.since, zone)}`,
    one.openedAt ? `last opened ${dayIn(one.openedAt, zone)}` : 'not opened yet',
    !one.isByGuest && 'let in by your farrier',
  ]
    .filter(Boolean)
    .join(', '),
})

const invitedRow = (one: InvitedOne, zone: string): OtherRow => ({
  what: 'invite',
  id: one.id,
  name: one.name,
  sees: seesWords(one),
  detail: `Invited at ${readableAddress(one.to)}, waits until ${dayIn(one.diesAt, zone)}`,
})

const seesWords = ({ role, horseName, seesMoney, mayAnswer }: Pick<Looking, 'role' | 'horseName' | 'seesMoney' | 'mayAnswer'>): string =>
  role === 'helper'
    ? `All your horses, visits and messages${seesMoney ? ', and your bills' : ', no bills'}`
    : `${horseName}, its photos and visits${mayAnswer ? ', and answers about them' : ''}`

const dayIn = (at: Date, zone: string): string => withYear(dayOf(at, zone))
const withYear = (day: Day): string => `${shortDay(day)} ${day.slice(0, 4)}`
