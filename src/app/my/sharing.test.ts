import { existsSync } from 'node:fs'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Notice } from '#features/core/notices/contract.ts'
import { newAddress } from '#testing/browser-of.ts'
import { makeGuest } from '#testing/guests.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { codeIn, keepingCarriers, sendDue } from '#testing/way-in.ts'

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

const made = async (path: string, body: object) => (await server.gareth.post(path, body)).json<{ id: string }>().id
const slug = () => server.gareth.practiceId
const said = ({ body }: LightMyRequestResponse) =>
  body
    .replace(/^[\s\S]*<main/, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

/** A browser without JavaScript that keeps its cookies. */
function plainBrowser() {
  const cookies: Record<string, string> = {}
  const remoteAddress = newAddress()
  const send = async (method: 'GET' | 'POST', url: string, fields?: Record<string, string>) => {
    const form = fields && {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    }
    const answer = await server.app.inject({ method, url, cookies, remoteAddress, ...form })
    for (const { name, value } of answer.cookies) {
      if (value) cookies[name] = value
      else delete cookies[name]
    }
    return answer
  }
  return { get: (url: string) => send('GET', url), submit: (url: string, fields: Record<string, string> = {}) => send('POST', url, fields) }
}

/** Sarah, who has two horses, and is signed in. */
async function owner() {
  const clientId = await made('/api/clients', { name: 'Sarah Penrose' })
  const [seren, bess] = [await made('/api/horses', { name: 'Seren', clientId }), await made('/api/horses', { name: 'Bess', clientId })]
  return { clientId, seren, bess, sarah: await makeGuest(server.app, { practice: server.gareth, clientId }) }
}

/** The page of the invitation that was sent last for a client. */
async function linkFor(clientId: string): Promise<string> {
  const [text] = (await server.gareth.get(`/api/notices?clientId=${clientId}`)).json<Notice[]>()
  return `/join/${/\/j\/(\w+)/.exec(text?.body ?? '')?.[1]}`
}

async function signIn(browser: ReturnType<typeof plainBrowser>, address: string, join?: string) {
  expect((await browser.submit('/my/sign-in', { address, ...(join && { join: join.replace('/join/', '') }) })).headers.location).toBe(
    '/my/sign-in/code',
  )
  await sendDue(server.app, post.carriers)
  return browser.submit('/my/sign-in/code', { code: codeIn(post.sent.at(-1)?.body) })
}

test('a holder shares a horse by a form; who was named comes in by the code to that address, sees that horse, and is ended by a press', async () => {
  const { clientId, seren, bess, sarah } = await owner()
  const empty = await sarah.get(`/my/sharing?horse=${seren}`)
  expect(said(empty)).toContain('Only you, and your farrier.')
  const asked = { for: clientId, role: 'sharer', horse: seren, name: 'Non Bevan', to: 'Non@Example.com', answers: 'on' }
  const refused = await sarah.submit(`/my/at/${slug()}/sharing/invite`, { ...asked, to: 'nobody' })
  expect([refused.statusCode, said(refused)]).toEqual([422, expect.stringContaining('neither an e-mail address nor a UK mobile number')])
  expect(refused.body).toContain('value="Non Bevan"')
  expect((await sarah.submit(`/my/at/${slug()}/sharing/invite`, asked)).headers.location).toBe('/my/sharing?said=invited')
  expect(said(await sarah.get('/my/sharing'))).toMatch(
    /Non Bevan Seren, its photos and visits, and answers about them Invited at non@example.com, waits until .* Withdraw/,
  )

  const non = plainBrowser()
  const join = await linkFor(clientId)
  const page = await non.get(join)
  expect(said(page)).toContain('Sarah invites you')
  expect(said(page)).not.toContain('Seren')
  const proven = await signIn(non, 'non@example.com', join)
  expect(proven.headers.location).toBe(join)
  expect(said(await non.get(join))).toContain('You’d see Seren')
  expect((await non.submit(join)).headers.location).toBe('/my')
  const home = said(await non.get('/my'))
  expect(home).toContain('Seren')
  expect(home).not.toMatch(/Bess|owe|Sarah/)
  const horse = await non.get(`/my/at/${slug()}/horses/${seren}`)
  expect([horse.statusCode, said(horse)]).toEqual([200, expect.stringContaining('Shared with you')])
  expect(said(horse)).not.toMatch(/Bills|Penrose/)
  expect((await non.get(`/my/at/${slug()}/horses/${bess}`)).statusCode).toBe(404)
  expect((await non.submit(`/my/at/${slug()}/horses/${seren}/words`, { words: 'She is footsore.' })).statusCode).toBe(303)
  expect(said(await non.get(`/my/at/${slug()}/horses/${seren}`))).toContain('She is footsore.')
  expect(said(await sarah.get(`/my/at/${slug()}/horses/${seren}`))).not.toContain('footsore')

  const listed = await sarah.get('/my/sharing')
  expect(said(listed)).toMatch(/Non Bevan Seren.*last opened .* End now/)
  const [, id = ''] = /name="what" value="sharer"\/><input type="hidden" name="id" value="([^"]+)"/.exec(listed.body) ?? []
  expect((await sarah.submit(`/my/at/${slug()}/sharing/end`, { for: clientId, what: 'sharer', id })).statusCode).toBe(303)
  expect((await non.get(`/my/at/${slug()}/horses/${seren}`)).statusCode).toBe(404)
  expect(said(await non.get('/my'))).not.toContain('Seren')
  expect((await sarah.submit(`/my/at/${slug()}/sharing/end`, { for: clientId, what: 'sharer', id })).statusCode).toBe(404)
})

test('forwarded, it opens nothing and names no address; a person who signs in at once finds it on their first page, and leaves on their own', async () => {
  const { clientId, sarah } = await owner()
  await sarah.submit(`/my/at/${slug()}/sharing/invite`, { for: clientId, role: 'helper', name: 'Dai', to: 'dai@example.com' })
  const join = await linkFor(clientId)
  const other = await makeGuest(server.app)
  const forwarded = await other.get(join)
  expect(said(forwarded)).toContain('This was sent to another address. Sign in with the one it came to.')
  expect(forwarded.body).not.toMatch(/dai@|Seren/)
  expect((await other.submit(join)).statusCode).toBe(200)
  expect(said(await other.get('/my'))).not.toContain('Seren')

  const dai = plainBrowser()
  await signIn(dai, 'dai@example.com')
  const waiting = await dai.get('/my')
  expect(said(waiting)).toContain('You’d help Sarah')
  const [, practice = ''] = /name="practice" value="([^"]+)"/.exec(waiting.body) ?? []
  const [, invitation = ''] = /name="invitation" value="([^"]+)"/.exec(waiting.body) ?? []
  expect((await other.submit('/my/invitations', { practice, invitation, answer: 'yes' })).statusCode).toBe(404)
  await dai.submit('/my/invitations', { practice, invitation, answer: 'yes' })
  expect(said(await dai.get('/my'))).toMatch(/Bess.*Seren/)
  expect(said(await dai.get('/my/money'))).toContain('No bills are shared with you')
  const used = await dai.get(join)
  expect([used.statusCode, used.body]).toEqual([404, (await dai.get('/join/unknown')).body])
  const shared = await dai.get('/my/sharing')
  expect(said(shared)).toContain('I no longer help Sarah')
  await dai.submit(`/my/at/${slug()}/sharing/leave`, { what: 'client', id: clientId })
  expect(said(await dai.get('/my'))).not.toContain('Seren')
})

test('letting someone in wants a fresh proof; ending does not', async () => {
  const { clientId, sarah } = await owner()
  const asked = (name: string) => ({ for: clientId, role: 'helper', name, to: `${name}@example.com` })
  await sarah.submit(`/my/at/${slug()}/sharing/invite`, asked('dai2'))
  // Signed in since yesterday.
  const late = await makeGuest(server.app, { practice: server.gareth, clientId })
  await server.asOwner(`update directory.sessions set proved_at = clock_now() - interval '1 day' where person_id = '${late.personId}'`)
  const refused = await late.submit(`/my/at/${slug()}/sharing/invite`, asked('megan'))
  expect([refused.statusCode, said(refused)]).toEqual([422, expect.stringContaining('You signed in a while ago.')])
  // The way to a code leaves what was typed where it is.
  expect(refused.body).toContain('<a href="/my/settings#addresses" target="_blank"')
  expect(refused.body).toContain('value="megan@example.com"')
  const [, id = ''] = /name="what" value="invite"\/><input type="hidden" name="id" value="([^"]+)"/.exec(refused.body) ?? []
  expect((await late.submit(`/my/at/${slug()}/sharing/end`, { for: clientId, what: 'invite', id })).statusCode).toBe(303)
})
