import { Writable } from 'node:stream'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#lib/errors.ts'
import { answerErrors } from '#platform/server/http/answers.ts'
import { makeLog } from '#platform/server/log.ts'

const app = Fastify({ bodyLimit: 100 })
let next: unknown
beforeAll(async () => {
  answerErrors(app)
  await app.register(rateLimit, { global: false })
  app.post('/', () => {
    throw next
  })
  app.get('/hasty', { config: { rateLimit: { max: 1, timeWindow: 60_000 } } }, () => 'well')
})
afterAll(() => app.close())

const failing = async (error: unknown) => {
  next = error
  const answer = await app.inject({ method: 'POST', url: '/', payload: {} })
  return { status: answer.statusCode, code: answer.json().code, retryAfter: answer.headers['retry-after'], said: answer.json().message }
}
const withCode = (code: string) => Object.assign(new Error('no'), { code })

test.each([
  ['a statement that took too long', withCode('57014')],
  ['a database that is stopping', withCode('57P01')],
  ['a deadlock', withCode('40P01')],
  ['no connection left', withCode('53300')],
  ['a database that is not there', withCode('ECONNREFUSED')],
  ['a connection cut off', new Error('Connection terminated unexpectedly')],
  ['no connection free in time', new Error('timeout exceeded when trying to connect')],
  ['a connection that broke before', new Error('Client has encountered a connection error and is not queryable')],
  ['a row that another holds too long', withCode('55P03')],
])('%s is to be tried again soon (I16)', async (_, error) => {
  expect(await failing(error)).toEqual({
    status: 503,
    code: 'busy',
    retryAfter: '5',
    said: 'The server is too busy just now. Nothing was saved. Try again in a moment.',
  })
})

test('our own fault is reported as such, without a time to retry', async () => {
  expect(await failing(new Error('undefined is not a function'))).toMatchObject({ status: 500, code: 'internal', retryAfter: undefined })
  expect(await failing(withCode('42P01'))).toMatchObject({ status: 500, code: 'internal' })
  expect(await failing(new AppError('client_not_found'))).toMatchObject({ status: 404, code: 'client_not_found' })
})

test('a value the database does not take is the caller’s fault, and the log has its code and not the value', async () => {
  const lines: string[] = []
  const keep = new Writable({ write: (line, _, done) => done(void lines.push(String(line)) as undefined) })
  const logged = Fastify({ loggerInstance: makeLog('warn', keep) as FastifyBaseLogger })
  answerErrors(logged)
  logged.post('/kept', () => {
    throw Object.assign(new Error('invalid input syntax for type uuid: "Sarah"'), { code: '22P02' })
  })
  const answer = await logged.inject({ method: 'POST', url: '/kept', payload: {} })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_request'])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ code: '22P02', route: '/kept' }])
  expect(lines.join()).not.toContain('Sarah')
})

test('too much in one go, and too often, say so and what to do', async () => {
  const large = await app.inject({ method: 'POST', url: '/', payload: { text: 'x'.repeat(200) } })
  expect([large.statusCode, large.json()]).toEqual([
    413,
    expect.objectContaining({ code: 'too_large', message: 'That is too large to send in one go.' }),
  ])
  await app.inject('/hasty')
  const hasty = await app.inject('/hasty')
  expect([hasty.statusCode, hasty.json()]).toEqual([
    429,
    expect.objectContaining({ code: 'too_many_requests', message: 'That was a little fast. Try again in a minute.' }),
  ])
  expect(Number(hasty.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(hasty.headers['retry-after'])).toBeLessThanOrEqual(60)
})
