import type { FastifyRequest } from 'fastify'
import { accessesOf, actFor, type Reading, readFor } from '#app/my/acting.ts'
import { myForm, myPage, type Paint } from '#app/my/painting.ts'
import { practiceAt } from '#app/my/practice-at.ts'
import { pushAskOf } from '#app/my/push-ask.ts'
import { answerShared, sharedVisitOf } from '#app/my/shared-visit.ts'
import type { CancelWords, VisitView } from '#app/my/visits-view.ts'
import { mostForCancelling } from '#features/ledger/accounts/server/proposals.ts'
import { guestMay } from '#features/records/guests/rules.ts'
import { OWNER_ALONE } from '#features/records/guests/server/access-to-horse.ts'
import { eyesOf, type GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import type { Outcome } from '#features/visits/answers/answer-page.ts'
import { AnswerKind } from '#features/visits/answers/contract.ts'
import { LONGEST_WORDS } from '#features/visits/answers/limits.ts'
import { readAnswer } from '#features/visits/answers/reading.ts'
import { answersOf, isTheirVisit, takeAnswer } from '#features/visits/answers/server/answering.ts'
import { type Cancelling, cancellingOf, cancelOwn } from '#features/visits/answers/server/cancelling.ts'
import { dayOf, longDay, timeOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import { isUuid } from '#lib/ids.ts'
import { inWords } from '#lib/in-words.ts'
import { pounds } from '#lib/money.ts'
import type { Guest } from '#platform/server/database/db.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

const PATH = '/my/at/:slug/visits/:id'
/** The most answers a minute; a person sends one. */
const PER_MINUTE = 20

/** One visit and its owner's answers; what is over leads to its card. */
export function serveMyVisit(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  myPage(page, PATH, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const which = whichOf(request)
    const said = AnswerKind.safeParse((request.query as Record<string, unknown>).said).data
    const view = await visitOf(app, eyesOf(session, practice), practice, which, {})
    if (view === 'over') return reply.redirect(`/my/at/${practice.slug}/visits/${which.id}/card`, 303)
    if (!view) throw new AppError('appointment_not_found')
    const hasSaid = view.shown.said.length > 0 || view.shown.standing === said
    const outcome = said && hasSaid ? { given: said } : {}
    const pushAsk = outcome.given === 'confirmed' ? await pushAskOf(app, session, practice, which.id) : null
    return paint(reply, { ...view, outcome, pushAsk })
  })
  myForm(page, PATH, PER_MINUTE, async ({ request, reply, session }) => {
    const practice = await practiceAt(app, session, request)
    const which = whichOf(request)
    const outcome = await answered(app, session, practice, { ...which, form: (request.body ?? {}) as FormBody })
    if (outcome === 'cancelled') return reply.redirect('/my/visits?said=cancelled', 303)
    if (outcome.given) return reply.redirect(`${pathOf(practice, which.id, which.of)}${which.of ? '&' : '?'}said=${outcome.given}`, 303)
    const view = await visitOf(app, eyesOf(session, practice), practice, which, outcome)
    if (!view || view === 'over') throw new AppError('appointment_not_found')
    return paint(reply, view, 422)
  })
}

/** `of`: which of the clients they are there for; absent: the first whose visit it is. */
type Which = { id: string; of?: string }

/** @throws appointment_not_found */
function whichOf({ params, query }: FastifyRequest): Which {
  const [{ id }, { of }] = [params as { id: string }, query as { of?: unknown }]
  if (!isUuid(id)) throw new AppError('appointment_not_found')
  return { id, ...(typeof of === 'string' && { of }) }
}

const pathOf = ({ slug }: Pick<GuestPractice, 'slug'>, id: string, of?: string) => `/my/at/${slug}/visits/${id}${of ? `?of=${of}` : ''}`

/** A visit as the page shows it. Undefined: it is not theirs. `over`: there is nothing more to answer. */
async function visitOf(
  app: App,
  eyes: Guest,
  practice: GuestPractice,
  { id, of }: Which,
  outcome: Outcome,
): Promise<VisitView | 'over' | undefined> {
  const own = await readFor(app, eyes, async ({ tx, actor, access, note }: Reading) => {
    if (of && of !== access.clientId) return undefined
    const which = { visitId: id, clientId: access.clientId }
    const shown = await answersOf(tx, actor, which)
    if (!shown) return (await isTheirVisit(tx, which)) ? 'over' : undefined
    await note('visit', id)
    const closed = practice.isLapsed ? new AppError('practice_takes_nothing').message : null
    const way = closed || !guestMay(access, 'cancel') ? undefined : await cancellingOf(tx, which)
    const cancelling = way ? cancelWords(way, await mostForCancelling(tx, actor, which), practice.zone) : null
    const others = []
    for (const { clientId } of await accessesOf(tx, eyes)) {
      const other = clientId === access.clientId ? undefined : await answersOf(tx, actor, { visitId: id, clientId })
      if (other) others.push({ href: pathOf(practice, id, clientId), name: other.ownerName })
    }
    return {
      page: 'visit' as const,
      slug: practice.slug,
      shown,
      outcome,
      cancelling,
      closed,
      answers: 'all' as const,
      pushAsk: null,
      others,
    }
  })
  if (own) return own
  const shared = await sharedVisitOf(app, eyes, practice, { id, ...(of && { of }) })
  return shared && { ...shared, outcome }
}

/** Takes a form of the page. Its refusal keeps what was typed. @throws appointment_not_found, client_not_found */
async function answered(
  app: App,
  session: GuestSession,
  practice: GuestPractice,
  { id, of, form }: Which & { form: FormBody },
): Promise<Outcome | 'cancelled'> {
  const clientId = await readFor(app, eyesOf(session, practice), async ({ tx, access }) => {
    if (of && of !== access.clientId) return undefined
    return (await isTheirVisit(tx, { visitId: id, clientId: access.clientId })) ? access.clientId : undefined
  })
  if (!clientId && !(await sharedVisitOf(app, eyesOf(session, practice), practice, { id, ...(of && { of }) })))
    throw new AppError('appointment_not_found')
  const isCancelling = form.kind === 'cancel'
  const words = (typeof form.words === 'string' ? form.words : '').trim().slice(0, LONGEST_WORDS)
  const { given, fault, typed = { words } } = isCancelling ? {} : readAnswer(form)
  if (fault) return { fault }
  const kind = isCancelling ? 'cancel' : given?.kind
  if (!kind) throw new AppError('bad_request')
  try {
    if (!clientId) {
      // A sharer of one of its horses answers about its time, and no more.
      if (!given) throw new AppError('forbidden', {}, OWNER_ALONE)
      await answerShared(app, session, practice, { id, ...(of && { of }) }, given)
      return { given: kind }
    }
    const which = { visitId: id, clientId }
    if (!given) {
      const done = await actFor(app, session, practice, { act: 'cancel', clientId }, (tx, actor) =>
        cancelOwn(tx, actor, which, words || null),
      )
      if (!done) throw new AppError('appointment_not_found')
      return done === 'asked' ? { given: 'cancel' } : 'cancelled'
    }
    const taken = await actFor(app, session, practice, { act: 'confirm', clientId }, (tx, actor) => takeAnswer(tx, actor, which, given))
    if (!taken) throw new AppError('appointment_not_found')
    return { given: kind }
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 404) throw error
    return { fault: { kind, sentence: error.message, typed } }
  }
}

/** What a cancellation means and may cost, in words. */
function cancelWords(
  { isAtOnce, until, noticeHours, horses, others }: Cancelling,
  most: { pence: number; charges: boolean },
  zone: string,
): CancelWords {
  const names = inWords(horses)
  const notice = noticeHours === 1 ? 'an hour' : `${noticeHours} hours`
  const lines = isAtOnce
    ? [`You can cancel here until ${longDay(dayOf(until, zone))} at ${timeOf(until, zone)}. Your farrier is told at once.`]
    : [`It’s less than ${notice} away, so your farrier decides. Until you hear, the visit stays as it is.`]
  if (most.pence > 0)
    lines.push(`Your farrier may charge for it: up to ${pounds(most.pence)}, and nothing if somebody else takes the time.`)
  else if (!isAtOnce && most.charges) lines.push('Your farrier may charge for it, but nothing if somebody else takes the time.')
  if (others) lines.push('Other owners’ horses stay on the visit.')
  return { isAtOnce, horses: names, lines }
}
