import type { FastifyReply, FastifyRequest } from 'fastify'
import { AS_AT, COPY, KEEPS, NO_COPY } from '#app/my/copy-names.ts'
import { copyTag, noteSession } from '#app/my/copy-tag.ts'
import type { MyView } from '#app/my/views.ts'
import { keepOnPhone } from '#features/records/guests/server/keeping.ts'
import { lookAs, lookedAs } from '#features/records/guests/server/looking-as.ts'
import { previewOf, previewSession, STOP_LOOKING } from '#features/records/guests/server/previewing.ts'
import { currentTime } from '#lib/clock.ts'
import { dayOf, shortDay, timeOf } from '#lib/dates.ts'
import { AppError } from '#lib/errors.ts'
import type { FormBody } from '#platform/server/http/forms.ts'
import { guestOf } from '#platform/server/http/guest-cookie.ts'
import type { GuestSession } from '#platform/server/http/guest-session.ts'
import type { App } from '#platform/server/http/http.ts'
import { refuseForeignOrigin } from '#platform/server/http/serve-endpoint.ts'
import type { BuiltPage } from '#platform/server/pages/built-page.ts'
import { sendPrivate } from '#platform/server/pages/link-page.ts'
import { inTimeOf, isDemoTime } from '#platform/server/practice-time.ts'

/** Sends a page of the portal; 200 unless the page is about something else. */
export type Paint = (reply: FastifyReply, view: MyView, status?: number) => FastifyReply
/** `mostBytes`: of a form with a file. */
type Page = { app: App; paint: Paint; mostBytes?: number }
type Opened = { request: FastifyRequest; reply: FastifyReply; session: GuestSession }

/** Paints the portal's pages with what the build made of them. */
export async function openPainter({ files, load }: BuiltPage): Promise<Paint> {
  const { render } = await load<{ render: (view: MyView) => string }>()
  return (reply, view, status = view.page === 'not-found' ? 404 : 200) => {
    const whose = copyTag(reply.request, view.page)
    if (whose) reply.header(COPY, whose)
    // What is not theirs looks the same to everyone, byte for byte.
    const isMarked = whose && view.page !== 'not-found'
    const head = [files, AS_AN_APP, ...(isMarked ? [`<meta name="${COPY}" content="${whose}" />`] : [])].join('\n    ')
    const body = (isMarked && whose !== NO_COPY ? asAt() : '') + inDemo(reply.request, asLooked(render(view)))
    return sendPrivate(reply, status, { title: 'My horses', files: head, touchIcon: '/icons/my-touch.png', body })
  }
}

/** What makes it an app of its own on a home screen, beside the farrier's. */
const AS_AN_APP = `<link rel="manifest" href="/my.webmanifest" />
    <meta name="apple-mobile-web-app-title" content="My horses" />`

/** A page's as-at words, shown by the service worker without a signal. They are the server's, because a phone's clock may be wrong. */
function asAt(): string {
  const now = currentTime()
  const words = `No signal. You see this as at ${timeOf(now, ZONE)}, ${shortDay(dayOf(now, ZONE))}.`
  return `<p role="status"${AS_AT.hidden} class="bg-due-tint px-4 py-3 text-center text-due-ink">${words}</p>\n`
}

/** The copy of the demo that a request is about, where its visitor sees it as an owner or a vet does. */
const demoOf = new WeakMap<FastifyRequest, string>()

/** The day that all on the page goes by, and the way back to the farrier's side. */
function inDemo(request: FastifyRequest, body: string): string {
  const practiceId = demoOf.get(request)
  if (!practiceId || !isDemoTime(practiceId)) return body
  const now = inTimeOf(practiceId, currentTime)
  const who = request.url.startsWith('/my/care') ? 'whoever looks after a horse' : 'an owner'
  const told = `Demo day: ${shortDay(dayOf(now, ZONE))}, ${timeOf(now, ZONE)}. You see it as ${who} does.`
  return `<aside aria-label="Demo" class="bg-due-tint px-4 py-1 text-center text-14 text-due-ink">${told} <a href="/" class="underline">See it as the farrier</a></aside>
${body}`
}

const ZONE = 'Europe/London'

/** For a member who looks as a client does: the same page, in which nothing can be pressed. */
function asLooked(body: string): string {
  if (!lookedAs()) return body
  const told = 'This is what your client sees. Nothing can be pressed here, and nothing counts as opened by them.'
  return `<p class="bg-due-tint px-4 py-3 text-center text-due-ink">${told} <a href="${STOP_LOOKING}">Back to Pritchel</a></p>
<fieldset disabled class="contents">${body}</fieldset>`
}

const SIGNED_IN = { audience: 'guest' as const, rateLimit: { max: 240, timeWindow: 60_000 } }

/**
 * A page for a signed-in person; anyone else is led to the sign-in. `not_found` of any kind is the one page for what is not theirs: each
 * looks like every other.
 */
export function myPage({ app, paint }: Page, path: `/my${string}`, work: (opened: Opened) => Promise<unknown>) {
  app.get(path, { schema: { hide: true }, config: SIGNED_IN }, (request, reply) => opened(paint, request, reply, work))
}

/** A form of such a page, from our own origin, at most so many a minute. Its work leads on to a page (303), or paints one with what was wrong. */
export function myForm(
  { app, paint, mostBytes }: Page,
  path: `/my${string}`,
  perMinute: number,
  work: (opened: Opened) => Promise<unknown>,
) {
  app.post(
    path,
    {
      schema: { hide: true },
      config: { ...SIGNED_IN, takesForm: true, rateLimit: { max: perMinute, timeWindow: 60_000 } },
      preParsing: [refuseForeignOrigin],
      ...(mostBytes && { bodyLimit: mostBytes }),
    },
    (request, reply) => opened(paint, request, reply, work),
  )
}

type Called = { request: FastifyRequest; reply: FastifyReply }

/** A page of the way in, which needs no sign-in. */
export function openPage({ app }: Page, path: `/my${string}`, work: (called: Called) => Promise<unknown>) {
  app.get(path, { schema: { hide: true }, config: { audience: 'public', rateLimit: SIGNED_IN.rateLimit } }, (request, reply) =>
    work({ request, reply }),
  )
}

/** A form of such a page, from our own origin, at most so many a minute: a mobile network is one address for thousands. */
export function openForm({ app }: Page, path: `/my${string}`, perMinute: number, work: (called: Called) => Promise<unknown>) {
  app.post(
    path,
    {
      schema: { hide: true },
      config: { audience: 'public', takesForm: true, rateLimit: { max: perMinute, timeWindow: 60_000 } },
      preParsing: [refuseForeignOrigin],
    },
    (request, reply) => work({ request, reply }),
  )
}

/** One field of a form, as it was typed; empty where there is none. */
export function fieldOf({ body }: Pick<FastifyRequest, 'body'>, name: string): string {
  const value = (body as FormBody | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

/** The refusal of a form's request, to be shown beside it; undefined: it was done. @throws what is no refusal, and what is not theirs */
export async function refusedBy(take: () => Promise<unknown>): Promise<AppError | undefined> {
  try {
    await take()
    return undefined
  } catch (error) {
    if (error instanceof AppError && error.status !== 404) return error
    throw error
  }
}

async function opened(paint: Paint, request: FastifyRequest, reply: FastifyReply, work: (opened: Opened) => Promise<unknown>) {
  const as = await previewOf(request)
  if (as) return lookAs(as, () => looked(paint, request, reply, work))
  const session = await guestOf(request)
  if (!session) return reply.header('cache-control', 'no-store').redirect('/my/sign-in', 303)
  if (session.onlyPractice) demoOf.set(request, session.onlyPractice)
  noteSession(request, session)
  const answer = () => worked(paint, { request, reply, session }, work)
  return request.method === 'GET' && request.headers[KEEPS] ? keepOnPhone(answer) : answer()
}

/** A form does nothing, and what is a person's own, such as their addresses, is no client's. */
async function looked(paint: Paint, request: FastifyRequest, reply: FastifyReply, work: (opened: Opened) => Promise<unknown>) {
  const as = lookedAs()
  if (request.method !== 'GET') return reply.redirect('/my', 303)
  if (!as || OF_A_PERSON.test(request.url)) return paint(reply, { page: 'not-found' })
  return worked(paint, { request, reply, session: previewSession(as) }, work)
}

const OF_A_PERSON = /^\/my\/(settings|data|care)(\/|\?|$)/

async function worked(paint: Paint, opened: Opened, work: (opened: Opened) => Promise<unknown>) {
  const { reply } = opened
  try {
    return await work(opened)
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return paint(reply, { page: 'not-found' })
    throw error
  }
}
