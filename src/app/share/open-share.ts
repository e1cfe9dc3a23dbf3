import { aboutOf, madeOf, recordIn } from '#app/my/horse-of.ts'
import type { ShareView } from '#app/share/share-view.ts'
import { chosenOf, sharedRecord } from '#app/share/shared-record.ts'
import { type PortalChoices, shownTo } from '#features/core/practice/portal.ts'
import { guestFile } from '#features/evidence/files/server/guest-files.ts'
import { horseSeen } from '#features/records/guests/server/guest-horse.ts'
import { linkedHorse, noteLinkOpening } from '#features/records/guests/server/linked-horse.ts'
import { recipientWords, whenWords } from '#features/records/guests/share-rules.ts'
import { isUuid } from '#lib/ids.ts'
import { can } from '#lib/plan.ts'
import type { App } from '#platform/server/http/http.ts'
import { findShareLink } from '#platform/server/links.ts'

/** What a link shows now, and in which practice. Undefined, for any reason: it opens nothing. */
export async function openShare(app: App, token: string): Promise<{ practiceId: string; view: ShareView } | undefined> {
  const link = await openLink(app, token)
  if (!link) return undefined
  const { practice, shareId } = link
  const read = await app.db.withGuest({ practiceId: practice.id, shareId }, async (tx) => {
    const linked = await linkedHorse(tx)
    const horse = linked && (await horseSeen(tx, linked.horseId))
    if (!horse) return undefined
    await noteLinkOpening(tx, { what: 'horse', subjectId: linked.horseId })
    const found = await recordIn(tx, linked.horseId)
    return { linked, horse, chosen: chosenOf(found, shownTo(found.choices, linked.differs), linked) }
  })
  if (!read) return undefined
  const { linked, horse, chosen } = read
  const made = await madeOf(app, practice, chosen.files)
  const view: ShareView = {
    token,
    practiceName: practice.name,
    frcNumber: practice.frcNumber,
    horse: { name: horse.name, about: aboutOf(horse) },
    recipient: recipientWords(linked),
    until: whenWords(linked.untilAt.toISOString(), practice.zone),
    record: sharedRecord(chosen, { name: horse.name, made }),
  }
  return { practiceId: practice.id, view }
}

/** The practice of a link that shows a photo of this id; undefined: it shows none. A photo opened alone has its own line. */
export async function openSharePhoto(app: App, token: string, id: string, size: 'small' | 'large'): Promise<string | undefined> {
  const link = isUuid(id) ? await openLink(app, token) : undefined
  if (!link) return undefined
  const { practice, shareId } = link
  return app.db.withGuest({ practiceId: practice.id, shareId }, async (tx) => {
    const linked = await linkedHorse(tx)
    const file = linked?.photoIds.includes(id) ? await guestFile(tx, id) : undefined
    const settings = file && (await tx.selectFrom('settings').select('portal').executeTakeFirst())
    const shows = shownTo(settings?.portal as PortalChoices | undefined, linked?.differs)
    if (file?.fileType !== 'image' || !shows.photos) return undefined
    if (size === 'large') await noteLinkOpening(tx, { what: 'file', subjectId: id })
    return practice.id
  })
}

async function openLink(app: App, token: string) {
  const link = await findShareLink(app.db, token)
  return link && can(link.practice.tier, 'client-portal') ? link : undefined
}
