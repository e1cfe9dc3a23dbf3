import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CODE_TRIES, MOST_ASKS, MOST_OF_SERVER, MOST_TEXTS, MOST_WRONG_CODES } from '#features/records/guests/rules.ts'
import { takeAsks } from '#features/records/guests/server/take-asks.ts'
import { currentMs, currentTime, setClock } from '#lib/clock.ts'
import { guestCookie } from '#platform/server/http/guest-cookie.ts'
import { Tries } from '#platform/server/tries.ts'
import { browserOf } from '#testing/browser-of.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { resetClock } from '#testing/set-clock.ts'
import { codeIn, keepingCarriers, linkIn, sendDue } from '#testing/way-in.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ own: true, mode: 'production', hasProvider: { texts: true, mail: true, inboundMail: false } })
})
afterAll(() => server.stop())
let post = keepingCarriers()
beforeEach(() => {
  post = keepingCarriers()
})
afterEach(async () => {
  resetClock()
  await server.asOwner('delete from directory.asks')
  await server.asOwner('delete from directory.tries')
})

let clients = 0
/** A client of a practice with addresses of their own. */
async function addClient(practice = server.gareth) {
  clients += 1
  const email = `owner${clients}@example.com`
  const phone = `+447700900${100 + clients}`
  const id = (await practice.post('/api/clients', { name: `Owner ${clients}`, email, phone })).json<{ id: string }>().id
  return { id, email, phone }
}
const send = () => sendDue(server.app, post.carriers)
const ask = (browser: ReturnType<typeof browserOf>, address: string) => browser.post('/api/my/code', { address })
const use = (browser: ReturnType<typeof browserOf>, code: string, more: object = {}) => browser.post('/api/my/code/use', { code, ...more })
const isIn = (browser: ReturnType<typeof browserOf>) => guestCookie(server.app) in browser.cookies
const lastCode = () => codeIn(post.sent.at(-1)?.body)
const minutesLater = (minutes: number) => setClock(new Date(currentMs() + minutes * 60_000))
const wrong = (code: string) => String((Number(code) + 1) % 10 ** 8).padStart(8, '0')

async function asked(address: string) {
  const browser = browserOf(server.app)
  expect((await ask(browser, address)).statusCode).toBe(204)
  await send()
  return { browser, code: lastCode(), link: linkIn(post.sent.at(-1)?.body) }
}

test('a known e-mail gets one mail with a code and a link, and the code opens once, in the browser that requested it', async () => {
  const { email } = await addClient()
  const { browser, code, link } = await asked(email.toUpperCase())
  expect(post.sent).toMatchObject([
    { channel: 'email', to: email, subject: `${code.slice(0, 4)} ${code.slice(4)} is your code for My horses` },
  ])
  expect(post.sent[0]?.body).toContain(`http://localhost:3000/my/sign-in/link#${link}`)
  expect(await send()).toBe(0)
  expect((await use(browserOf(server.app), code)).statusCode).toBe(422)
  expect((await use(browser, `${code.slice(0, 4)} ${code.slice(4)}`)).statusCode).toBe(204)
  expect(isIn(browser)).toBe(true)
  expect((await use(browser, code)).statusCode).toBe(422)
  expect((await browserOf(server.app).post('/api/my/link/use', { token: link })).statusCode).toBe(401)
})

test('a known mobile gets a text whose last line phones fill in automatically', async () => {
  const { phone } = await addClient()
  const { browser, code } = await asked(phone.replace('+44', '0'))
  expect(post.sent).toMatchObject([{ channel: 'sms', to: phone, subject: null }])
  expect(post.sent[0]?.body.split('\n').at(-1)).toBe(`@localhost #${code}`)
  expect((await use(browser, code)).statusCode).toBe(204)
})

test('after five wrong tries, and after ten minutes, a code opens nothing', async () => {
  const { email } = await addClient()
  const first = await asked(email)
  for (let n = 0; n < CODE_TRIES; n++) expect((await use(first.browser, wrong(first.code))).json().code).toBe('code_wrong')
  expect((await use(first.browser, first.code)).json().code).toBe('code_wrong')
  const second = await asked(email)
  for (let n = 1; n < CODE_TRIES; n++) await use(second.browser, wrong(second.code))
  expect((await use(second.browser, second.code)).statusCode).toBe(204)
  const third = await asked(email)
  minutesLater(10)
  expect((await use(third.browser, third.code)).json().code).toBe('code_wrong')
})

test('a code within its ten minutes still opens, and the one before it in the same browser no longer does', async () => {
  const { email } = await addClient()
  const { browser, code } = await asked(email)
  await ask(browser, email)
  await send()
  expect(post.sent).toHaveLength(2)
  expect((await use(browser, code)).statusCode).toBe(422)
  minutesLater(9)
  expect((await use(browser, lastCode())).statusCode).toBe(204)
})

test('a link opens in any browser, once, within half an hour', async () => {
  const { email } = await addClient()
  const follow = (token: string) => browserOf(server.app).post('/api/my/link/use', { token })
  const first = await asked(email)
  minutesLater(29)
  expect((await follow(first.link)).statusCode).toBe(204)
  expect((await follow(first.link)).json().code).toBe('link_spent')
  const second = await asked(email)
  minutesLater(30)
  expect((await follow(second.link)).json().code).toBe('link_spent')
  expect((await follow('never was one')).json().code).toBe('link_spent')
})

test('five codes an hour for an address, on all servers together, from any browser', async () => {
  const { email } = await addClient()
  for (let n = 0; n < MOST_ASKS.ofAddress; n++) expect((await ask(browserOf(server.app), email)).statusCode).toBe(204)
  expect((await ask(browserOf(server.app), email)).json().code).toBe('too_many_codes')
  minutesLater(59)
  expect((await ask(browserOf(server.app), email)).statusCode).toBe(429)
  minutesLater(2)
  expect((await ask(browserOf(server.app), email)).statusCode).toBe(204)
})

test('ten codes in a quarter of an hour for a browser', async () => {
  const browser = browserOf(server.app)
  for (let n = 0; n < MOST_ASKS.ofBrowser; n++) expect((await ask(browser, `x${n}@example.com`)).statusCode).toBe(204)
  expect((await ask(browser, 'y@example.com')).json().code).toBe('too_many_codes')
  minutesLater(16)
  expect((await ask(browser, 'y@example.com')).statusCode).toBe(204)
})

test('twenty wrong codes a day for an address, from whichever browsers; the link goes on opening', async () => {
  const { email } = await addClient()
  let tried = 0
  let last = await asked(email)
  while (tried < MOST_WRONG_CODES) {
    if (tried > 0 && tried % CODE_TRIES === 0) {
      minutesLater(61)
      last = await asked(email)
    }
    expect((await use(last.browser, wrong(last.code))).json().code).toBe('code_wrong')
    tried += 1
  }
  minutesLater(61)
  last = await asked(email)
  expect((await use(last.browser, last.code)).json().code).toBe('too_many_wrong')
  expect((await last.browser.post('/api/my/link/use', { token: last.link })).statusCode).toBe(204)
  minutesLater(24 * 60)
  last = await asked(email)
  expect((await use(last.browser, last.code)).statusCode).toBe(204)
})

test('three texts an hour to a number', async () => {
  const { phone } = await addClient()
  for (let n = 0; n < MOST_TEXTS + 1; n++) await asked(phone)
  expect(post.sent).toHaveLength(MOST_TEXTS)
})

test('an unknown e-mail gets one mail a day without a code, and a number nothing', async () => {
  const { browser } = await asked('stranger@example.com')
  await ask(browser, 'stranger@example.com')
  await ask(browser, '07700 900999')
  await send()
  expect(post.sent).toMatchObject([{ to: 'stranger@example.com', subject: 'Signing in to My horses' }])
  expect(codeIn(post.sent[0]?.body)).toBe('')
  minutesLater(24 * 60 + 1)
  await asked('stranger@example.com')
  expect(post.sent).toHaveLength(2)
})

test('what is neither an e-mail nor a mobile of here is refused, and so is what nothing can be sent to', async () => {
  const browser = browserOf(server.app)
  for (const address of ['gareth', '01792 555123', '+33 6 12 34 56 78', 'a@b'])
    expect((await ask(browser, address)).json().code).toBe('not_reachable')
})

test('what could not be handed over goes again, with another code, and what may have gone does not', async () => {
  const { email } = await addClient()
  let fate: 'later' | 'unknown' = 'later'
  post = keepingCarriers(() => ({ state: fate, reason: 'x' }))
  const { browser, code } = await asked(email)
  expect(await send()).toBe(0)
  fate = 'unknown'
  minutesLater(0.5)
  expect(await send()).toBe(1)
  expect(lastCode()).not.toBe(code)
  minutesLater(0.5)
  expect(await send()).toBe(0)
  expect((await use(browser, code)).statusCode).toBe(422)
  expect((await use(browser, lastCode())).statusCode).toBe(204)
})

test('a request that waited too long sends nothing', async () => {
  const { email } = await addClient()
  await ask(browserOf(server.app), email)
  minutesLater(5)
  await send()
  expect(post.sent).toEqual([])
})

test('two workers at once send one message', async () => {
  const { email } = await addClient()
  await ask(browserOf(server.app), email)
  await Promise.all([send(), send(), send()])
  expect(post.sent).toHaveLength(1)
})

test('an address lies sealed until its request can no longer prove anything, and the request goes after a day', async () => {
  const { email } = await addClient()
  const { browser, code } = await asked(email)
  const row = async () =>
    (
      await server.asOwner(
        `select sealed is null as bare, used_at is null as open from directory.asks order by asked_at desc, id desc limit 1`,
      )
    )[0]
  expect(await row()).toEqual({ bare: false, open: true })
  await use(browser, code)
  expect(await row()).toEqual({ bare: true, open: false })
  await asked(email)
  minutesLater(31)
  await send()
  expect(await row()).toEqual({ bare: true, open: true })
  await asked('nobody-at-all@example.com')
  expect(await row()).toEqual({ bare: true, open: true })
  minutesLater(24 * 60 + 1)
  await send()
  expect(await server.asOwner('select id from directory.asks')).toEqual([])
})

test('a worker that is killed before it began is followed by another; one that is killed while it sends, by none', async () => {
  const { email } = await addClient()
  const browser = browserOf(server.app)
  await ask(browser, email)
  expect(await takeAsks(server.db, currentTime())).toHaveLength(1)
  expect(await send()).toBe(0)
  minutesLater(1.1)
  // The provider has it, and the sender never hears so.
  const sending = keepingCarriers(() => {
    throw new Error('killed')
  })
  await expect(sendDue(server.app, sending.carriers)).rejects.toThrow('killed')
  expect(sending.sent).toHaveLength(1)
  for (let n = 0; n < 3; n++) {
    minutesLater(1.1)
    expect(await send()).toBe(0)
  }
  expect(post.sent).toEqual([])
  expect((await use(browser, codeIn(sending.sent[0]?.body))).statusCode).toBe(204)
})

test('beyond the ceiling of an hour the server sends no texts with codes or mails to strangers, and its operator is notified', async () => {
  const warned: string[] = []
  const log = { warn: (details: object, message: string) => void warned.push(JSON.stringify(details) + message) }
  const tries = new Tries(server.db)
  for (let n = 0; n < MOST_OF_SERVER.texts; n++) await tries.take({ what: 'texts', whose: '', most: MOST_OF_SERVER.texts, minutes: 60 })
  for (let n = 0; n < MOST_OF_SERVER.unknownMails; n++)
    await tries.take({ what: 'unknown mails', whose: '', most: MOST_OF_SERVER.unknownMails, minutes: 60 })
  const { phone, email } = await addClient()
  for (const address of [phone, 'stranger2@example.com', email]) await ask(browserOf(server.app), address)
  await sendDue(server.app, post.carriers, log)
  expect(post.sent.map(({ to }) => to)).toEqual([email])
  expect(warned).toHaveLength(1)
  expect(warned[0]).not.toContain(phone)
})
