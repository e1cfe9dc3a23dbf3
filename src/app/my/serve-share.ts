import type { FastifyReply, FastifyRequest } from 'fastify'
import { actFor } from '#app/my/acting.ts'
import { atPractice } from '#app/my/at-practice.ts'
import { fieldOf, myForm, myPage, type Paint, refusedBy } from '#app/my/painting.ts'
import { at, practiceAt } from '#app/my/practice-at.ts'
import { proveFirst } from '#app/my/prove-first.ts'
import { EMPTY_FORM, formIn, readShare, type Sharing } from '#app/my/share-form.ts'
import { type Shareable, shareableOf } from '#app/my/share-of.ts'
import type { ShareForm, ShareView } from '#app/my/share-view.ts'
import { chosenOf, sharedRecord } from '#app/share/shared-record.ts'
import { eyesOf, type GuestPractice } from '#features/records/guests/server/practice-of-guest.ts'
import { endOwnShare, makeShare } from '#features/records/guests/server/sharing-horses.ts'
import { recipientWords, whenWords } from '#features/records/guests/share-rules.ts'
import { idOf } from '#lib/canonical.ts'
import { isUuid, uuidv7 } from '#lib/ids.ts'
import { actorOfPractice } from '#platform/server/database/practice-actor.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'

type Opened = { request: FastifyRequest; reply: FastifyReply; session: GuestSession }
type Page = { app: App; paint: Paint }
/** The state of the page, beside the place it is about. */
type State = { form?: ShareForm; fault?: string | undefined; mustProve?: boolean; preview?: Sharing; made?: ShareView['made'] }
type Place = { practice: GuestPractice; of: Shareable; formId: string }

const PATH = '/my/at/:slug/horses/:id/share'

/**
 * Showing a horse to an outsider: the choice, then the preview, then the link, which is shown once. Nothing is made before the last press,
 * and what was typed goes along from step to step.
 */
export function serveMyShare(page: Page) {
  const { app, paint } = page
  myPage(page, PATH, async (opened) => paint(opened.reply, viewOf(await placeOf(app, opened), {})))
  myForm(page, PATH, 30, async (opened) => {
    const place = await placeOf(app, opened)
    const [form, step] = [formIn(opened.request), fieldOf(opened.request, 'step')]
    const told = (what: State) => paint(opened.reply, viewOf(place, { form, ...what }), what.fault ? 422 : 200)
    if (step === 'change') return told({})
    const { today, photos } = place.of
    const read = readShare(form, { today, photoIds: photos.map(({ id }) => id) })
    if (place.of.whyNot || 'fault' in read) return told({ fault: place.of.whyNot ?? ('fault' in read ? read.fault : undefined) })
    if (step !== 'make') return told({ preview: read.sharing })
    const unproven = proveFirst(opened.session)
    if (unproven) return told({ fault: unproven, mustProve: true, preview: read.sharing })
    let made: ShareView['made'] = null
    const refused = await refusedBy(async () => {
      made = await make(app, opened, place, read.sharing)
    })
    return refused ? told({ fault: refused.message, preview: read.sharing }) : told({ made })
  })
  // Ending works at any time, also where the practice's plan has ended.
  myForm(page, '/my/at/:slug/shares/:id/end', 30, async (opened) => {
    const { slug, id } = at(opened.request)
    const practice = await practiceAt(app, opened.session, opened.request)
    const actor = { ...(await actorOfPractice(app.db, practice.id, { origin: app.setup.origin })), byPerson: opened.session.personId }
    const { horseId } = await atPractice(app, opened, 'share', (tx, { clientIds }) =>
      endOwnShare(tx, actor, idOf(id, 'share_not_found'), clientIds),
    )
    return opened.reply.redirect(`/my/at/${slug}/horses/${horseId}/share#links`, 303)
  })
}

async function placeOf(app: App, { request, session }: Opened): Promise<Place> {
  const practice = await practiceAt(app, session, request)
  const of = await shareableOf(app, eyesOf(session, practice), practice, idOf(at(request).id, 'horse_not_found'))
  const formId = fieldOf(request, 'formId')
  return { practice, of, formId: isUuid(formId) ? formId : uuidv7() }
}

async function make(app: App, { session }: Opened, { practice, of, formId }: Place, sharing: Sharing): Promise<ShareView['made']> {
  const { clientId, horse } = of
  const { share, url } = await actFor(app, session, practice, { act: 'share', clientId }, (tx, actor) =>
    makeShare(tx, actor, { ...sharing, id: formId, horseId: horse.id, clientId, personId: session.personId }),
  )
  const until = whenWords(share.untilAt, practice.zone)
  const subject = `${horse.name}: record from ${practice.name}`
  return { url, recipient: recipientWords(share), until, subject, words: `${subject}. Open until ${until}: ${url}` }
}

function viewOf({ practice, of, formId }: Place, { form = EMPTY_FORM, fault, mustProve = false, preview, made = null }: State): ShareView {
  const { horse, whyNot, found, photos, shares } = of
  const { id, name } = horse
  const all = chosenOf(found, of.shows, { parts: { work: false, findings: false }, fromOn: null, photoIds: photos.map((one) => one.id) })
  return {
    page: 'share',
    slug: practice.slug,
    practiceName: practice.name,
    horse: { id, name },
    whyNot,
    form,
    formId,
    photos: sharedRecord(all, { name, made: of.made }).photos,
    fault,
    mustProve,
    preview: preview ? previewOf(practice, of, preview) : null,
    made,
    shares,
  }
}

function previewOf({ zone }: GuestPractice, { horse, now, found, shows, made }: Shareable, sharing: Sharing): ShareView['preview'] {
  const chosen = chosenOf(found, shows, sharing)
  return {
    about: horse.about,
    recipient: recipientWords(sharing),
    until: whenWords(new Date(now + sharing.days * 86_400_000).toISOString(), zone),
    leftOut: sharing.photoIds.length - chosen.files.length,
    record: sharedRecord(chosen, { name: horse.name, made }),
  }
}
