import type { FastifyReply, FastifyRequest } from 'fastify'
import { fieldOf, openForm, openPage, type Paint, refusedBy } from '#app/my/painting.ts'
import type { SignInView } from '#app/my/sign-in-view.ts'
import { JOIN_PATH, mayAskAgain } from '#features/records/guests/rules.ts'
import { type AskCookie, isJoining, type Next, readAsk, tokenToJoin } from '#features/records/guests/server/ask-cookie.ts'
import { ask, reachableKinds, signInByCode, signInByLink, signOutAll } from '#features/records/guests/server/way-in.ts'
import { currentMs } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { guestOf } from '#platform/server/http/guest-cookie.ts'
import type { App } from '#platform/server/http/http.ts'

const CODE = '/my/sign-in/code'
/** The token of an invitation. */
const LINK_TOKEN = /^[A-Za-z0-9]{1,60}$/
const NEXT = { home: '/my', settings: '/my/settings', adding: '/my/settings' } as const
/** Where a code leads once it is used. */
const after = (next: Next) => (isJoining(next) ? JOIN_PATH + tokenToJoin(next) : NEXT[next])
/** A mobile network is one address for thousands. */
const PER_MINUTE = 120

/** The way in: an address, the code or the link of the message, and the word about a new device. Without a script but for the links. */
export function serveSignIn(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  const signIn = (reply: FastifyReply, typed = '', fault?: AppError, join?: string) =>
    paint(reply, { ...signInAt(app), typed, fault: fault?.message, join }, fault?.status)

  openPage(page, '/my/sign-in', async ({ request, reply }) => ((await guestOf(request)) ? reply.redirect('/my', 303) : signIn(reply)))
  openForm(page, '/my/sign-in', PER_MINUTE, async ({ request, reply }) => {
    const typed = fieldOf(request, 'address')
    const [join] = LINK_TOKEN.exec(fieldOf(request, 'join')) ?? []
    const refusal = await refusedBy(() => ask({ app, request, reply }, typed, join ? { next: `join-${join}` } : {}))
    return refusal ? signIn(reply, typed, refusal, join) : reply.redirect(CODE, 303)
  })
  serveCode(page)
  serveLink(page)
  serveNotMe(page)
}

/** The page as it first is. */
export const signInAt = ({ setup }: App): SignInView => ({
  page: 'sign-in',
  takes: reachableKinds(setup),
  isTestVersion: setup.mode === 'test',
  typed: '',
  fault: undefined,
  join: undefined,
  demoFault: undefined,
})

function serveCode(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  const code = async (request: FastifyRequest, reply: FastifyReply, asked: AskCookie, fault?: AppError) => {
    const isSignedIn = (await guestOf(request)) !== undefined
    return paint(reply, { page: 'code', address: asked.typed, fault: fault?.message, isSignedIn }, fault?.status)
  }
  /** Leads a visitor who requested no code here to the page that does. */
  const whoAsked =
    (work: (request: FastifyRequest, reply: FastifyReply, asked: AskCookie) => Promise<unknown>) =>
    async ({ request, reply }: { request: FastifyRequest; reply: FastifyReply }) => {
      const asked = readAsk(app, request)
      return asked ? work(request, reply, asked) : reply.redirect('/my/sign-in', 303)
    }
  openPage(page, CODE, whoAsked(code))
  openForm(
    page,
    CODE,
    PER_MINUTE,
    whoAsked(async (request, reply, asked) => {
      const isShared = fieldOf(request, 'isShared') !== ''
      const refusal = await refusedBy(() => signInByCode({ app, request, reply }, fieldOf(request, 'code').slice(0, 40), { isShared }))
      return refusal ? code(request, reply, asked, refusal) : reply.redirect(after(asked.next), 303)
    }),
  )
  openForm(
    page,
    '/my/sign-in/again',
    PER_MINUTE,
    whoAsked(async (request, reply, asked) => {
      const session = await guestOf(request)
      const addTo = asked.next === 'adding' ? session?.personId : undefined
      const refusal = await refusedBy(async () => {
        if (!mayAskAgain(asked.askedMs, currentMs())) throw new AppError('too_soon')
        await ask({ app, request, reply }, asked.typed, { next: asked.next, ...(addTo && { addTo }) })
      })
      return refusal ? code(request, reply, asked, refusal) : reply.redirect(CODE, 303)
    }),
  )
}

function serveLink(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  openPage(page, '/my/sign-in/link', async ({ reply }) => paint(reply, { page: 'link', isSpent: false }))
  openForm(page, '/my/sign-in/link', PER_MINUTE, async ({ request, reply }) => {
    const isShared = fieldOf(request, 'isShared') !== ''
    const refusal = await refusedBy(() => signInByLink({ app, request, reply }, fieldOf(request, 'token').slice(0, 100), { isShared }))
    return refusal ? paint(reply, { page: 'link', isSpent: true }, refusal.status) : reply.redirect('/my', 303)
  })
}

function serveNotMe(page: { app: App; paint: Paint }) {
  const { app, paint } = page
  openPage(page, '/my/not-me', async ({ reply }) => paint(reply, { page: 'not-me', state: 'asked' }))
  openForm(page, '/my/not-me', PER_MINUTE, async ({ request, reply }) => {
    const refusal = await refusedBy(() => signOutAll({ app }, fieldOf(request, 'token').slice(0, 100)))
    return paint(reply, { page: 'not-me', state: refusal ? 'spent' : 'done' }, refusal?.status)
  })
}
