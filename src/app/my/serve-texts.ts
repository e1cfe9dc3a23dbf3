import type { FastifyReply, FastifyRequest } from 'fastify'
import { type At, actorFor, atPractice, clientNamed } from '#app/my/at-practice.ts'
import { myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { pushKeyFor } from '#app/my/push-key.ts'
import type { TextsView, TextWishes } from '#app/my/texts-view.ts'
import { startTexts, stopTexts } from '#features/core/notices/server/stop-texts.ts'
import { ClientChange, SmsPreferences } from '#features/records/clients/contract.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { changeClient, setSmsPreferences, smsPreferencesOf } from '#features/records/clients/server/service.ts'
import { devicesOf } from '#features/records/guests/server/devices.ts'
import { noteOpened } from '#features/records/guests/server/note-opened.ts'
import { dayOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { refusalOf } from '#platform/server/pages/link-page.ts'

type Opened = { request: FastifyRequest; reply: FastifyReply; session: GuestSession }
type Page = { app: App; paint: Paint }
const PATH = '/my/at/:slug/texts'

/** Which texts and e-mails a client wants of a practice; and stopping them all, and having them again. */
export function serveMyTexts(page: Page) {
  const { app } = page
  myPage(page, PATH, (opened) => painted(page, opened))
  myForm(page, PATH, 30, async (opened) => {
    const wishes = wishesIn(opened.request)
    if (!wishes) return painted(page, opened, { fault: 'Choose each answer from its list.' })
    const fault = await refusalOf(() => forClient(app, opened, (tx, at, clientId) => keep(tx, app, opened, { at, clientId, wishes })))
    return fault ? painted(page, opened, { fault, wishes }) : opened.reply.redirect(here(opened, '&saved=yes'), 303)
  })
  // They want notifications on their phone, and all else as it was.
  myForm(page, `${PATH}/phone`, 10, async (opened) => {
    const asked = () =>
      forClient(app, opened, async (tx, at, clientId) => preferPhone(tx, await actorFor(app, at, opened.session), clientId))
    const fault = (await refusedBy(asked))?.message
    return fault ? painted(page, opened, { fault }) : opened.reply.redirect(here(opened, '&saved=yes'), 303)
  })
  for (const [verb, change] of [['stop', stopTexts] as const, ['start', startTexts] as const])
    myForm(page, `${PATH}/${verb}`, 10, async (opened) => {
      const asked = () => forClient(app, opened, async (tx, at, clientId) => change(tx, await actorFor(app, at, opened.session), clientId))
      const fault = (await refusedBy(asked))?.message
      return fault ? painted(page, opened, { fault }) : opened.reply.redirect(here(opened), 303)
    })
}

/** @throws no_email when they want e-mails and have no address there */
async function keep(
  tx: PracticeTx,
  app: App,
  { session }: Opened,
  { at, clientId, wishes }: { at: At; clientId: string; wishes: TextWishes },
) {
  const { preferredChannel, ...preferences } = wishes
  const client = await requireClient(tx, clientId)
  if (preferredChannel === 'email' && !client.email)
    throw new AppError('no_email', {}, `${at.practice.name} has no e-mail address of yours. Add one under Settings, or choose texts.`)
  const actor = await actorFor(app, at, session)
  await setSmsPreferences(tx, actor, clientId, preferences)
  if (preferredChannel !== client.preferred_channel) await changeClient(tx, actor, clientId, { preferredChannel })
}

async function preferPhone(tx: PracticeTx, actor: Actor, clientId: string) {
  const { preferred_channel } = await requireClient(tx, clientId)
  if (preferred_channel !== 'portal') await changeClient(tx, actor, clientId, { preferredChannel: 'portal' })
}

async function painted({ app, paint }: Page, opened: Opened, typed: { fault?: string; wishes?: TextWishes } = {}) {
  const { slug } = opened.request.params as { slug: string }
  const isTold = (await devicesOf(app.db, opened.session)).some((device) => device.isCurrent && device.isTold)
  const view = await forClient(app, opened, async (tx, { practice, clientIds }, clientId): Promise<TextsView> => {
    const client = await requireClient(tx, clientId)
    const { id: _id, clientId: _clientId, ...preferences } = await smsPreferencesOf(tx, clientId)
    const { personId } = opened.session
    await noteOpened(tx, { practiceId: practice.id }, { personId, clientId, what: 'texts', subjectId: clientId })
    return {
      page: 'texts',
      slug,
      practiceName: practice.name,
      clientId,
      clientName: clientIds.length > 1 ? client.name : null,
      phone: client.phone_as_typed,
      email: client.email,
      stoppedOn: client.stopped_at && dayOf(client.stopped_at, practice.zone),
      wishes: typed.wishes ?? { preferredChannel: client.preferred_channel, ...preferences },
      isSaved: (opened.request.query as { saved?: unknown }).saved === 'yes',
      fault: typed.fault,
      pushKey: pushKeyFor(app, opened.session),
      isTold,
    }
  })
  return paint(opened.reply, view, typed.fault ? 422 : 200)
}

const forClient = <T>(app: App, opened: Opened, work: (tx: PracticeTx, at: At, clientId: string) => Promise<T>): Promise<T> =>
  atPractice(app, opened, 'changeDetails', (tx, at) => work(tx, at, clientNamed(named(opened), at.clientIds)))

const named = ({ request }: Opened) => (request.query as { for?: unknown }).for

const here = ({ request }: Opened, more = '') => {
  const { slug } = request.params as { slug: string }
  const { for: who } = request.query as { for?: string }
  return `/my/at/${slug}/texts?${new URLSearchParams(who ? { for: who } : {})}${more}`
}

/** The form's choices; undefined: something that it does not offer. */
function wishesIn(request: FastifyRequest): TextWishes | undefined {
  const form = (request.body ?? {}) as FormBody
  const typed = {
    preferredChannel: form.preferredChannel,
    enableReminders: form.enableReminders === 'yes',
    reminderHours: Number(form.reminderHours),
    enableUpdates: form.enableUpdates === 'yes',
    enableConfirmations: form.enableConfirmations === 'yes',
    nextStopsBefore: Number(form.nextStopsBefore),
  }
  return Wishes.safeParse(typed).data
}

const Wishes = SmsPreferences.omit({ id: true, clientId: true }).extend({
  preferredChannel: ClientChange.shape.preferredChannel.unwrap(),
})
