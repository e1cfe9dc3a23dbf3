import { pictureOf } from '#features/core/letterhead/server/picture-of.ts'
import { firstNameOf } from '#features/records/clients/rules.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { inList, isCareEndable } from '#features/records/guests/care-rules.ts'
import type { ConsentPage } from '#features/records/guests/consent-page.ts'
import { agreeToCare, refuseCare } from '#features/records/guests/server/answer-care.ts'
import { agreementPdf, agreementTitle } from '#features/records/guests/server/care-agreement.ts'
import { requireConsent } from '#features/records/guests/server/care-queries.ts'
import { takeBackCare } from '#features/records/guests/server/end-care.ts'
import { currentTime } from '#lib/clock.ts'
import { dayAndYear, dayOf, timeOf } from '#lib/dates.ts'
import { noneIfGone } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import { findCareLink } from '#platform/server/links.ts'

type Places = { db: Database; origin: string }

/** What the page of an owner's link shows now; undefined when the link is unknown or expired. */
export const openConsent = (places: Places, token: string): Promise<ConsentPage | undefined> =>
  within(places, token, async (tx, actor, id) => {
    const consent = await requireConsent(tx, id, actor.zone)
    const client = await requireClient(tx, consent.clientId)
    const is = consent.takenBackAt
      ? 'taken-back'
      : consent.refusedAt
        ? 'refused'
        : !isCareEndable(consent, currentTime())
          ? 'over'
          : consent.agreedAt
            ? 'agreed'
            : 'asked'
    return {
      practiceName: actor.practiceName,
      picture: await pictureOf(tx),
      ownerName: firstNameOf({ name: client.name, isBusiness: client.is_business, businessName: client.business_name }),
      toName: consent.toName,
      horses: inList(consent.horses.map(({ name }) => name)),
      untilOn: dayAndYear(consent.untilOn),
      isAgain: consent.renewsId !== null,
      words: consent.words,
      is,
      agreed: consent.agreedAt
        ? {
            when: `${dayAndYear(dayOf(consent.agreedAt, actor.zone))} at ${timeOf(consent.agreedAt, actor.zone)}`,
            how: consent.agreedHow ?? 'link',
            notedBy: consent.notedBy,
          }
        : null,
      refusedBy: consent.refusedBy,
    }
  })

/** An owner's answer on that page. @throws care_answered */
export const answerConsent = (places: Places, token: string, says: 'yes' | 'no' | 'stop'): Promise<true | undefined> =>
  within(places, token, async (tx, actor, id) => {
    await (says === 'yes' ? agreeToCare(tx, actor, id, 'link') : says === 'no' ? refuseCare(tx, actor, id) : takeBackCare(tx, actor, id))
    return true as const
  })

/** What was agreed as a PDF; undefined when the link is invalid. */
export async function printConsent(places: Places, token: string): Promise<{ pdf: Buffer; title: string } | undefined> {
  const read = await within(places, token, async (tx, actor, id) => ({ consent: await requireConsent(tx, id, actor.zone), actor }))
  return read && { pdf: await agreementPdf(read.consent, read.actor), title: agreementTitle(read.consent) }
}

async function within<T>(
  { db, origin }: Places,
  token: string,
  work: (tx: PracticeTx, actor: Actor, consentId: string) => Promise<T>,
): Promise<T | undefined> {
  const link = await findCareLink(db, token)
  if (!link) return undefined
  const actor = await actorOfPractice(db, link.practice.id, { origin })
  return db.withPractice(link.practice.id, (tx) => work(tx, actor, link.consentId)).catch(noneIfGone)
}
