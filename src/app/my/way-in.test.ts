import { existsSync } from 'node:fs'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { currentMs, setClock } from '#lib/clock.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import { newAddress } from '#testing/browser-of.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'
import { codeIn, keepingCarriers, linkIn, sendDue } from '#testing/way-in.ts'

let server: TestServer
let post = keepingCarriers()
beforeAll(async () => {
  if (!existsSync('dist/web')) throw new Error('the pages are painted by the build: npm run build')
  server = await startTestServer({ own: true, mode: 'production', hasProvider: { texts: true, mail: true, inboundMail: false } })
})
afterAll(() => server.stop())
beforeEach(() => {
  post = keepingCarriers()
})
afterEach(async () => {
  resetClock()
  await server.asOwner('delete from directory.asks')
  await server.asOwner('delete from directory.tries')
})

let clients = 0
async function addClient(change: { portal?: true } = {}) {
  const email = `page${++clients}@example.com`
  const id = (await server.gareth.post('/api/clients', { name: `Owner ${clients}`, email })).json<{ id: string }>().id
  if (change.portal) await server.asOwner(`update clients set portal = true where id = '${id}'`)
  return { id, email }
}

/** A browser without JavaScript: it loads pages, sends their forms, and goes where it is led. */
function plainBrowser() {
  const cookies: Record<string, string> = {}
  const remoteAddress = newAddress()
  const keep = (answer: LightMyRequestResponse) => {
    for (const { name, value } of answer.cookies) {
      if (value) cookies[name] = value
      else delete cookies[name]
    }
    return answer
  }
  const get = async (url: string) => keep(await server.app.inject({ method: 'GET', url, cookies, remoteAddress }))
  return {
    cookies,
    get,
    /** Sends a form; where it leads on, the page there. */
    async submit(url: string, fields: Record<string, string> = {}) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const payload = new URLSearchParams(fields).toString()
      const answer = keep(await server.app.inject({ method: 'POST', url, cookies, remoteAddress, headers, payload }))
      const to = answer.headers.location
      return to ? Object.assign(await get(to), { at: to }) : Object.assign(answer, { at: url })
    },
  }
}

const send = () => sendDue(server.app, post.carriers)
const said = (answer: LightMyRequestResponse) =>
  answer.body
    .replace(/^[\s\S]*<main/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

async function signIn(email: string, fields: Record<string, string> = {}) {
  const browser = plainBrowser()
  await browser.submit('/my/sign-in', { address: email })
  await send()
  const page = await browser.submit('/my/sign-in/code', { code: codeIn(post.sent.at(-1)?.body), ...fields })
  return { browser, page }
}

test('without a script: an address, the code, the question whether it is their farrier, and their horses', async () => {
  const { id, email } = await addClient({ portal: true })
  await server.gareth.post('/api/horses', { name: 'Seren', clientId: id })
  const browser = plainBrowser()
  expect((await browser.get('/my')).headers.location).toBe('/my/sign-in')
  expect(said(await browser.get('/my/sign-in'))).toContain('Send me a code')
  const code = await browser.submit('/my/sign-in', { address: ` ${email} ` })
  expect([code.at, code.statusCode]).toEqual(['/my/sign-in/code', 200])
  expect(code.body).toContain('autoComplete="one-time-code"')
  expect(said(code)).toContain(`If a farrier here has ${email} , a code is on its way.`)
  await send()
  const home = await browser.submit('/my/sign-in/code', { code: codeIn(post.sent[0]?.body) })
  expect(home.at).toBe('/my')
  expect(said(home)).toContain('Is Gareth Probert Farriery your farrier?')
  expect(home.body).not.toContain('Seren')
  const practice = /name="practice" value="([^"]+)"/.exec(home.body)?.[1] ?? ''
  expect((await browser.submit('/my/farriers', { practice: server.other.practiceId, answer: 'yes' })).statusCode).toBe(404)
  expect((await browser.submit('/my/farriers', { practice: 'junk', answer: 'yes' })).statusCode).toBe(404)
  const open = await browser.submit('/my/farriers', { practice, answer: 'yes' })
  expect(open.body).toContain('Seren')
  expect((await browser.get('/my/sign-in')).headers.location).toBe('/my')
})

test('what is wrong is shown on the page, with what was typed, and a code can be requested again after a minute', async () => {
  const { email } = await addClient()
  const browser = plainBrowser()
  const wrong = await browser.submit('/my/sign-in', { address: '01792 555123' })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.body).toContain('value="01792 555123"')
  expect(said(wrong)).toContain('neither an e-mail address nor a UK mobile number')
  expect((await browser.submit('/my/sign-in/code', { code: '12345678' })).at).toBe('/my/sign-in')
  await browser.submit('/my/sign-in', { address: email })
  const refused = await browser.submit('/my/sign-in/code', { code: '12345678' })
  expect([refused.statusCode, said(refused).includes("isn't right") || said(refused).includes('isn&#x27;t right')]).toEqual([422, true])
  expect((await browser.submit('/my/sign-in/again')).statusCode).toBe(422)
  setClock(new Date(currentMs() + 61_000))
  expect((await browser.submit('/my/sign-in/again')).statusCode).toBe(200)
  await send()
  expect((await browser.submit('/my/sign-in/code', { code: codeIn(post.sent.at(-1)?.body) })).at).toBe('/my')
})

test('the page after a request is the same for an address that no one has, byte for byte', async () => {
  const { email } = await addClient()
  const unknown = email.replace('page', 'pagf')
  const [one, two] = [plainBrowser(), plainBrowser()]
  const [known, other] = [await one.submit('/my/sign-in', { address: email }), await two.submit('/my/sign-in', { address: unknown })]
  expect(other.body.replaceAll(unknown, '')).toBe(known.body.replaceAll(email, ''))
  expect(Object.keys(other.headers)).toEqual(Object.keys(known.headers))
})

test('a session lasts 90 days, on a shared computer as long as the browser', async () => {
  const { email } = await addClient()
  const cookieOf = (page: LightMyRequestResponse) => page.cookies.find(({ name }) => name === guestCookie(server.app))
  const use = async (fields: Record<string, string>) => {
    const browser = plainBrowser()
    await browser.submit('/my/sign-in', { address: email })
    await send()
    const payload = new URLSearchParams({ code: codeIn(post.sent.at(-1)?.body), ...fields }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return cookieOf(await server.app.inject({ method: 'POST', url: '/my/sign-in/code', cookies: browser.cookies, headers, payload }))
  }
  expect(await use({})).toMatchObject({ maxAge: 90 * 86_400, httpOnly: true, sameSite: 'Lax', path: '/' })
  expect((await use({ isShared: 'yes' }))?.maxAge).toBeUndefined()
})

test('the link of a message is used by a press, once; later its page only offers a new code', async () => {
  const { email } = await addClient()
  const asker = plainBrowser()
  await asker.submit('/my/sign-in', { address: email })
  await send()
  const token = linkIn(post.sent[0]?.body)
  const browser = plainBrowser()
  expect((await browser.get('/my/sign-in/link')).body).toContain('data-link-token')
  expect((await browser.submit('/my/sign-in/link', { token })).at).toBe('/my')
  const again = await plainBrowser().submit('/my/sign-in/link', { token })
  expect(said(again)).toContain('This link is used up')
  expect(said(again)).toContain('Send me a code')
})

test('the settings show addresses and devices, add an address after a fresh proof, and end what is chosen', async () => {
  const { email } = await addClient()
  const more = await addClient()
  const { browser } = await signIn(email)
  const elsewhere = (await signIn(email)).browser
  const settings = await browser.get('/my/settings')
  expect(settings.body).toContain(email)
  expect(settings.body.match(/This device/g)).toHaveLength(1)
  const id = /name="id" value="([0-9a-f-]{36})"/.exec(settings.body)?.[1] ?? ''
  setClock(new Date(currentMs() + 16 * 60_000))
  expect((await browser.get('/my/settings')).body).toContain('prove')
  expect((await browser.submit('/my/settings/addresses', { address: more.email })).statusCode).toBe(403)
  expect((await browser.submit('/my/settings/prove', { address: more.email })).statusCode).toBe(404)
  await browser.submit('/my/settings/prove', { address: email })
  await send()
  expect((await browser.submit('/my/sign-in/code', { code: codeIn(post.sent.at(-1)?.body) })).at).toBe('/my/settings')
  expect((await browser.submit('/my/settings/addresses', { address: more.email })).at).toBe('/my/sign-in/code')
  await send()
  expect(post.sent.at(-1)).toMatchObject({ to: more.email, subject: expect.stringContaining('adds this address') })
  expect((await browser.submit('/my/sign-in/code', { code: codeIn(post.sent.at(-1)?.body) })).body).toContain(more.email)
  expect((await browser.submit('/my/settings/addresses/remove', { address: email })).body).not.toContain(email)
  expect((await browser.submit('/my/settings/addresses/remove', { address: more.email })).statusCode).toBe(409)
  await browser.submit('/my/settings/devices', { id })
  await server.app.guestSessions.end(elsewhere.cookies[guestCookie(server.app)] ?? '')
  expect((await elsewhere.get('/my')).headers.location).toBe('/my/sign-in')
  expect((await browser.get('/my')).statusCode).toBe(200)
})

test('signing out drops the guest’s cookie and nothing else: a farrier’s session and unsent changes in the same browser stay', async () => {
  const { email } = await addClient()
  const { browser } = await signIn(email)
  Object.assign(browser.cookies, server.gareth.cookies)
  const payload = ''
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await server.app.inject({ method: 'POST', url: '/my/sign-out', cookies: browser.cookies, headers, payload })
  expect(answer.cookies.map(({ name }) => name)).toEqual([guestCookie(server.app)])
  expect(answer.headers['clear-site-data']).toBeUndefined()
  expect((await server.app.inject({ method: 'GET', url: '/my', cookies: browser.cookies })).headers.location).toBe('/my/sign-in')
  expect((await server.gareth.get('/api/auth/user')).statusCode).toBe(200)
})

test('the word about a new device signs everyone out by a press, once', async () => {
  const { email } = await addClient()
  const more = await addClient()
  const { browser } = await signIn(email)
  await browser.submit('/my/settings/addresses', { address: more.email })
  await send()
  await browser.submit('/my/sign-in/code', { code: codeIn(post.sent.at(-1)?.body) })
  await signIn(more.email)
  await send()
  const token = linkIn(post.sent.find(({ subject }) => subject === 'Somebody has signed in to My horses')?.body)
  const page = plainBrowser()
  expect(said(await page.get('/my/not-me'))).toContain('Sign everybody out')
  expect(said(await page.submit('/my/not-me', { token }))).toContain('Nobody is signed in any more.')
  expect(said(await page.submit('/my/not-me', { token }))).toContain('This link is used up')
  await server.app.guestSessions.end(browser.cookies[guestCookie(server.app)] ?? '')
  expect((await browser.get('/my')).headers.location).toBe('/my/sign-in')
})
