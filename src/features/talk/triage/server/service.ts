import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import type { NoticeOutcome } from '#features/core/notices/contract.ts'
import { queueWords } from '#features/core/notices/server/queue-words.ts'
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { settingsOf } from '#features/core/practice/server/settings-of.ts'
import type { FormPhoto } from '#features/evidence/files/server/receive-photo-form.ts'
import { storeArrived } from '#features/evidence/files/server/store-arrived.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { recipientOf } from '#features/records/clients/server/recipient-of.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { priceInWords } from '#features/talk/messaging/rules.ts'
import { emergencyNow } from '#features/talk/messaging/server/emergency-now.ts'
import { receiveMessage } from '#features/talk/messaging/server/receive-message.ts'
import { TRIAGE_LINK_DAYS, TRIAGE_PATH, type TriageAnswers, type TriagePage, triageWords } from '#features/talk/triage/triage.ts'
import { currentMs } from '#lib/clock.ts'
import { uuidOf } from '#lib/ids.ts'
import { shortPath } from '#lib/short-links.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { rowsUnder } from '#platform/server/database/rows.ts'
import type { FileStore } from '#platform/server/files/store.ts'
import { addTriageLink, findClientLink } from '#platform/server/links.ts'

const DAY_MS = 86_400_000

/** A link for a client to report a lost shoe. @throws forbidden, client_not_found; with `sends` no_phone, no_email, stopped */
export async function makeTriageLink(tx: PracticeTx, actor: Actor, clientId: string, sends: boolean) {
  requireMay(actor, 'sendTexts')
  const client = await requireClient(tx, clientId)
  const diesAt = new Date(currentMs() + TRIAGE_LINK_DAYS * DAY_MS)
  const url = actor.origin + shortPath(TRIAGE_PATH + (await addTriageLink(tx, { clientId, diesAt })))
  const notice: NoticeOutcome | null = sends
    ? await queueWords(tx, actor, 'triage', recipientOf(client), { link: url }, { subjectId: clientId })
    : null
  return { url, diesAt: diesAt.toISOString(), notice }
}

type Places = { db: Database; files: FileStore; origin: string }

/** What an owner's link shows now; undefined when the link is invalid. */
export async function openTriage(places: Places, token: string): Promise<TriagePage | undefined> {
  return inLink(places, token, async (tx, actor, client) => {
    const { isWorking, ...terms } = await emergencyNow(tx, actor)
    return {
      practiceName: actor.practiceName,
      picture: await pictureOf(tx),
      ownerName: firstNameOf({ name: client.name, isBusiness: client.is_business, businessName: client.business_name }),
      scheme: (await settingsOf(tx)).feet,
      horses: (await horsesOf(tx, client.id)).map(({ id, name, vet_name, vet_phone }) => ({
        id,
        name,
        vetName: vet_name,
        vetPhone: vet_phone,
      })),
      price: priceInWords(terms),
      isWorking,
    }
  })
}

/**
 * Adds an owner's report of a lost shoe, with their photo, to an emergency conversation of theirs, which rings. The same `formId` again is
 * one report. Undefined when the link is invalid.
 * @throws file_refused and the other faults of the photo
 */
export async function reportTriage(
  places: Places,
  token: string,
  input: { answers: TriageAnswers; photo: FormPhoto | undefined; formId: string },
): Promise<{ threadId: string } | undefined> {
  const { answers, photo, formId } = input
  const opId = uuidOf('triage', formId)
  if (photo) {
    const actor = await inLink(places, token, async (_, practice) => practice)
    if (!actor) return undefined
    await storeArrived(places, actor, photo)
  }
  return inLink(
    places,
    token,
    async (tx, actor, client) => {
      const horse = (await horsesOf(tx, client.id)).find(({ id }) => id === answers.horseId)
      const content = triageWords(answers, horse?.name, (await settingsOf(tx)).feet)
      const files = photo ? [{ fileId: photo.id, fileName: photo.fileName, fileType: 'image' as const }] : []
      const subject = horse ? `Lost shoe: ${horse.name}` : 'Lost shoe'
      return receiveMessage(tx, actor, {
        clientId: client.id,
        via: 'triage',
        content,
        files,
        providerRef: opId,
        isEmergency: true,
        subject,
      })
    },
    opId,
  )
}

type Client = Awaited<ReturnType<typeof requireClient>>

/** Runs in the practice of a link, as the practice; undefined when the link is invalid or its client no longer exists. */
async function inLink<T>(
  { db, origin }: Places,
  token: string,
  work: (tx: PracticeTx, actor: Actor, client: Client) => Promise<T>,
  opId?: string,
): Promise<T | undefined> {
  const link = await findClientLink(db, 'triage', token)
  if (!link) return undefined
  const actor = await actorOfPractice(db, link.practiceId, { origin, ...(opId && { opId }) })
  return db.withPractice(link.practiceId, async (tx) => {
    const client = await requireClient(tx, link.clientId).catch(() => undefined)
    return client?.is_active ? work(tx, actor, client) : undefined
  })
}

/** A client's existing horses, by name. */
async function horsesOf(tx: PracticeTx, clientId: string) {
  const rows = await rowsUnder(tx, 'horses', 'client_id', clientId)
  return rows.filter(({ deleted_at, gone_on }) => !deleted_at && !gone_on).sort((a, b) => a.name.localeCompare(b.name, 'en-GB'))
}
