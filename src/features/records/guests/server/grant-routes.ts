import { requireMay } from '#features/core/practice/server/require-may.ts'
import { careEndpoints } from '#features/records/guests/care-contract.ts'
import { askCare } from '#features/records/guests/server/ask-care.ts'
import { answerAsk } from '#features/records/guests/server/asks.ts'
import { agreementPdf, agreementTitle } from '#features/records/guests/server/care-agreement.ts'
import { listCareNews } from '#features/records/guests/server/care-news.ts'
import { listCare, listOpenServices, requireConsent } from '#features/records/guests/server/care-queries.ts'
import { endCare } from '#features/records/guests/server/end-care.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { idOf } from '#lib/canonical.ts'
import { currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { dispositionOf } from '#platform/server/http/disposition.ts'
import type { App } from '#platform/server/http/http.ts'
import { serveMember } from '#platform/server/http/serve-endpoint.ts'
import { A_PDF } from '#platform/server/paper/paper.ts'

/** The farrier's side of vets and para-professionals: who sees a horse, the request to its owner, their own yes, and the end. */
export function grantRoutes(app: App) {
  serveMember(app, careEndpoints.ofHorse, async ({ tx, actor, params, query }) => {
    const horse = await requireHorse(tx, horseOf(params))
    const open = horse.client_id ? await listOpenServices(tx, horse.client_id, actor.zone) : []
    const own = (service: string) => open.find((one) => one.id === horse.id && one.service === service)
    const [vets, others] = [own('vet-integration'), own('para-professional')]
    return {
      services: { 'vet-integration': vets !== undefined, 'para-professional': others !== undefined },
      openUntil: { 'vet-integration': vets?.openUntil ?? null, 'para-professional': others?.openUntil ?? null },
      alsoOpen: open.filter(({ id }) => id !== horse.id).map(({ id, name, service }) => ({ id, name, service })),
      consents: await listCare(tx, { horseId: horse.id }, actor.zone),
      news: await listCareNews(tx, { horseId: horse.id, since: query.since ?? null }),
      asAt: currentTime().toISOString(),
    }
  })
  serveMember(app, careEndpoints.ask, async ({ tx, actor, params, body }) => {
    const horse = await requireHorse(tx, horseOf(params))
    const { role, alsoHorseIds, name, to, practice, backToOn, untilOn, mayContact, how } = body
    if (!horse.client_id) throw new AppError('client_not_found')
    const also = alsoHorseIds.map((id) => idOf(id, 'horse_not_found'))
    return askCare(tx, actor, {
      ...{ role, clientId: horse.client_id, horseIds: [...new Set([horse.id, ...also])], toName: name, to, toPractice: practice ?? null },
      ...{ backToOn, untilOn, mayContact, how },
    })
  })
  serveMember(app, careEndpoints.answer, async ({ tx, actor, params, body: { isYes } }) => {
    const id = consentOf(params)
    const consent = await requireConsent(tx, id, actor.zone)
    if (consent.approvedAt || consent.refusedAt || consent.takenBackAt) throw new AppError('care_answered')
    await answerAsk(tx, actor, id, { outcome: isYes ? 'done' : 'declined' })
    return requireConsent(tx, id, actor.zone)
  })
  serveMember(app, careEndpoints.end, async ({ tx, actor, params }) => {
    requireMay(actor, 'runPortal')
    await endCare(tx, actor, consentOf(params))
    return requireConsent(tx, consentOf(params), actor.zone)
  })
  serveMember(app, careEndpoints.agreement, async ({ tx, actor, params, reply }) => {
    const consent = await requireConsent(tx, consentOf(params), actor.zone)
    reply.headers({ ...A_PDF, 'content-disposition': dispositionOf('inline', `${agreementTitle(consent)}.pdf`) })
    return agreementPdf(consent, actor)
  })
}

const horseOf = ({ id }: { id: string }) => idOf(id, 'horse_not_found')
const consentOf = ({ id }: { id: string }) => idOf(id, 'care_not_found')
