// Followed by: posts that come down with a consent (office/integrations).
import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import type { PhotoUse } from '#features/records/photo-consents/contract.ts'
import type { PhotosPage } from '#features/records/photo-consents/photos-page.ts'
import { photoConsentState, wordingOf } from '#features/records/photo-consents/rules.ts'
import { type PhotoConsentRow, POLICY, toPhotoConsent } from '#features/records/photo-consents/server/service.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf } from '#lib/dates.ts'
import { AppError, noneIfGone } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { holdWriters, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import { findClientLink } from '#platform/server/links.ts'

type Places = { db: Database; origin: string }
/** How many posts come down once a consent of a client is withdrawn, by the consent. Posts depend on consents, not the reverse. */
export type PostsUnder = (tx: PracticeTx, clientId: string) => Promise<ReadonlyMap<string, number>>
/** An owner's answer: yes to these uses, no, or the withdrawal of what they gave. */
export type PhotosAnswer = { says: 'yes'; uses: readonly PhotoUse[]; how: 'link' | 'portal' } | { says: 'no' } | { says: 'stop' }

/** What the page of an owner's link shows now; undefined when the link is unknown or expired. */
export const openPhotos = (places: Places & { postsUnder: PostsUnder }, token: string): Promise<PhotosPage | undefined> =>
  within(places, token, async (tx, actor, id) => {
    const row = await requirePhotoConsent(tx, id)
    const client = await requireClient(tx, row.client_id)
    return {
      practiceName: actor.practiceName,
      picture: await pictureOf(tx),
      ownerName: firstNameOf({ name: client.name, isBusiness: client.is_business, businessName: client.business_name }),
      ...shownTo(row, { practiceName: actor.practiceName, zone: actor.zone, horseName: await horseNameOf(tx, row) }),
      posts: (await places.postsUnder(tx, row.client_id)).get(row.id) ?? 0,
    }
  })

/** An owner's answer on that page. @throws photos_answered, photos_none_chosen */
export const answerPhotos = (places: Places, token: string, answer: PhotosAnswer): Promise<true | undefined> =>
  within(places, token, async (tx, actor, id) => {
    await answerPhotoConsent(tx, actor, id, answer)
    return true as const
  })

/**
 * Records an owner's answer. Given again, it is given; what was withdrawn stays so, and is asked for again.
 * @throws photo_consent_not_found; photos_answered when another answer came first; photos_none_chosen
 */
export async function answerPhotoConsent(tx: PracticeTx, actor: Actor, id: string, answer: PhotosAnswer): Promise<void> {
  await holdWriters(tx)
  const before = await rowForChange(tx, 'photo_consents', id, 'photo_consent_not_found')
  if (before.deleted_at) throw new AppError('photo_consent_not_found')
  const state = photoConsentState(toPhotoConsent(before))
  const now = currentTime()
  if (answer.says === 'stop') {
    if (state === 'withdrawn' || state === 'refused') return
    const stop = { withdrawn_at: now, withdrawn_by: 'owner' as const }
    await updateRow(tx, actor, before, 'photo_consents', stop, { policy: POLICY, verb: 'withdrawn' })
    return
  }
  if (state === (answer.says === 'yes' ? 'given' : 'refused')) return
  if (state !== 'asked') throw new AppError('photos_answered')
  if (answer.says === 'no') {
    await updateRow(tx, actor, before, 'photo_consents', { refused_at: now }, { policy: POLICY, verb: 'refused' })
    return
  }
  const uses = before.uses.filter((use) => answer.uses.includes(use))
  if (uses.length === 0) throw new AppError('photos_none_chosen')
  await updateRow(tx, actor, before, 'photo_consents', { given_at: now, how: answer.how, uses }, { policy: POLICY, verb: 'given' })
}

/** @throws photo_consent_not_found */
export async function requirePhotoConsent(tx: PracticeTx, id: string): Promise<PhotoConsentRow> {
  const query = tx.selectFrom('photo_consents').selectAll().where('id', '=', id).where('deleted_at', 'is', null)
  const row = await query.executeTakeFirst()
  if (!row) throw new AppError('photo_consent_not_found')
  return row
}

type Reader = { practiceName: string; zone: string; horseName: string | null }

/** A consent as its owner reads it. */
function shownTo(row: PhotoConsentRow, { practiceName, zone, horseName }: Reader) {
  const consent = toPhotoConsent(row)
  const at = consent.withdrawnAt ?? consent.refusedAt ?? consent.givenAt
  return {
    id: consent.id,
    wording: wordingOf(consent.wordingVersion, { practiceName, horseName, uses: consent.uses }),
    is: photoConsentState(consent),
    on: at && dayAndYear(dayOf(at, zone)),
    how: consent.how,
    withdrawnBy: consent.withdrawnBy,
  }
}

/** All of a client's, newest first, as they read them. */
export async function photosOfClient(tx: PracticeTx, clientId: string, reader: Omit<Reader, 'horseName'>) {
  const rows = await tx
    .selectFrom('photo_consents as c')
    .leftJoin('horses as h', (join) => join.onRef('h.practice_id', '=', 'c.practice_id').onRef('h.id', '=', 'c.horse_id'))
    .selectAll('c')
    .select('h.name as horseName')
    .where('c.client_id', '=', clientId)
    .where('c.deleted_at', 'is', null)
    .orderBy('c.id', 'desc')
    .execute()
  return rows.map(({ horseName, ...row }) => shownTo(row, { ...reader, horseName }))
}

const horseNameOf = async (tx: PracticeTx, { horse_id }: PhotoConsentRow): Promise<string | null> =>
  horse_id ? ((await tx.selectFrom('horses').select('name').where('id', '=', horse_id).executeTakeFirst())?.name ?? null) : null

async function within<T>(
  { db, origin }: Places,
  token: string,
  work: (tx: PracticeTx, actor: Actor, consentId: string) => Promise<T>,
): Promise<T | undefined> {
  const link = await findClientLink(db, 'photos', token)
  if (!link) return undefined
  const actor = await actorOfPractice(db, link.practiceId, { origin })
  return db.withPractice(link.practiceId, (tx) => work(tx, actor, link.subjectId)).catch(noneIfGone)
}
