import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShellSession } from '#features/core/practice/shells.ts'
import { hashToken } from '#platform/server/http/session.ts'
import { everywhere, foundIn, keptLog } from '#testing/left-behind.ts'
import { formsOf } from '#testing/secret-forms.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { bearerSend, exchange, newVerifier, pressIn } from '#testing/shells.ts'

const { log, written } = keptLog()
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ log })
})
afterAll(() => server.stop())

test('a shell’s token, code, letters and verifier are found nowhere but in the answers that gave them', async () => {
  const { gareth, app } = server
  const { verifier, challenge } = newVerifier()
  const { code, letters } = await pressIn(gareth, { challenge })
  const open = await pressIn(gareth, { challenge: newVerifier().challenge })
  const refused = [
    await exchange(app, { code: letters, verifier: newVerifier().verifier }),
    await exchange(app, { code, verifier: `${verifier}!` }),
    await exchange(app, { code: 'BCDFGHJK', verifier }),
  ]
  const { token } = (await exchange(app, { code, verifier })).json<ShellSession>()
  const send = bearerSend(app, token)
  const answers = [
    ...refused,
    await exchange(app, { code, verifier }),
    await send('GET', '/api/auth/user'),
    await send('GET', '/api/auth/sessions'),
    await send('POST', '/api/clients', { name: 'Sarah Penrose' }),
    await send('POST', '/api/clients', { name: '' }),
    await app.inject({ url: '/api/clients', headers: { authorization: `Bearer ${token}x` } }),
  ].map(({ body, headers }) => `${body} ${JSON.stringify(headers)}`)
  const kept = await everywhere({ server, members: [gareth], written, answers })
  expect(Object.entries(kept).filter(([, text]) => text.length < 500)).toEqual([])
  // The search sees what is there: the hashes where they are looked up, and in no backup.
  for (const hash of [hashToken(token), hashToken(code), hashToken(open.code)])
    expect(foundIn(kept, [hash.toString('hex')])).toEqual([`dump: ${hash.toString('hex')}`])
  for (const secret of [token, token.slice(4), code, verifier, letters, open.code, open.letters])
    expect(foundIn(kept, formsOf(secret))).toEqual([])
  // Eight letters could be found by trying them all, were their hash one without a key.
  expect(foundIn(kept, [hashToken(letters).toString('hex')])).toEqual([])
})
