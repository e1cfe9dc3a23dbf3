import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { uuidv7 } from '#lib/ids.ts'
import { browserOf } from '#testing/browser-of.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => {
  globalThis.passwordWork.derived = 0
})
afterAll(() => {
  letGo()
  return server.stop()
})

function letGo() {
  globalThis.passwordWork.isHeld = false
  for (const derive of globalThis.passwordWork.held.splice(0)) derive()
}

test('the password that comes with a link is hashed only when the link is good', async () => {
  for (const url of ['/api/auth/email-link/use', '/api/auth/invitation/accept']) {
    const answer = await browserOf(server.app).post(url, { token: 'x'.repeat(43), password: 'a new long password' })
    expect(answer.json()).toMatchObject({ code: 'link_spent' })
  }
  expect(globalThis.passwordWork.derived).toBe(0)
})

test('twenty tries wait behind two in progress; more are refused as busy, and the waiting ones are answered', async () => {
  globalThis.passwordWork.isHeld = true
  const answers: LightMyRequestResponse[] = []
  const tries = Array.from({ length: 30 }, async () => {
    const wrong = { email: `${uuidv7()}@example.com`, password: 'a guess' }
    answers.push(await browserOf(server.app).post('/api/auth/password', wrong))
  })
  await expect.poll(() => answers.length).toBe(8)
  for (const { statusCode, headers, body } of answers) {
    expect([statusCode, headers['retry-after'], JSON.parse(body).code]).toEqual([503, '5', 'busy'])
  }
  expect(globalThis.passwordWork.derived).toBe(2)
  letGo()
  await Promise.all(tries)
  expect(answers.slice(8).map((answer) => answer.statusCode)).toEqual(Array(22).fill(401))
})
