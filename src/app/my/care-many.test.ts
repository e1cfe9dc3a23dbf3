import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { letCare } from '#testing/care.ts'
import { makeGuest } from '#testing/guests.ts'
import { type FixturePractice, makeFixturePractice } from '#testing/practice.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'
import { buildIfNeeded } from '../../../scripts/build.mjs'

const PRACTICES = 40
const HORSES = 300
/** In each practice, horses of the same client: some that no one looks after, and one with another vet. */
const OTHERS = 3

let server: TestServer
beforeAll(async () => {
  buildIfNeeded()
  server = await startTestServer({ own: true })
})
afterAll(() => server.stop())

test.each([
  ['a vet', 'vet' as const, PRACTICES, HORSES],
  ['a physio', 'para-professional' as const, 5, 12],
])('%s sees their own horses of all practices, one statement a practice, and no row of another', async (_, role, practices, horses) => {
  const carer = await makeGuest(server.app)
  const own: string[] = []
  for (let n = 0; n < practices; n++) {
    const practice = await makeFixturePractice(server.app, `Farrier ${n}`)
    const mine = Math.floor(((n + 1) * horses) / practices) - Math.floor((n * horses) / practices)
    own.push(...(await fill(practice, { n, mine, role, personId: carer.personId })))
  }
  const { statements, answer } = await asking(() => carer.get('/my/care'))
  expect(answer.statusCode).toBe(200)
  expect(statements.filter((text) => text.includes('guest_care()'))).toHaveLength(practices)
  // Beside these: who is signed in, and their practices, which are read once.
  expect(statements.filter((text) => !text.includes('guest_care()') && !text.includes('directory.'))).toEqual([])
  expect(statements.length).toBeLessThanOrEqual(practices + 2)
  const linked = [...answer.body.matchAll(/href="\/my\/care\/[^/]+\/([\da-f-]{36})"/g)].map(([, id]) => id)
  expect(linked.toSorted()).toEqual(own.toSorted())
  for (const hidden of ['Not cared for', 'Of another vet', 'Owner ', '1 High Street']) expect(answer.body).not.toContain(hidden)
})

type Of = { n: number; mine: number; role: 'vet' | 'para-professional'; personId: string }

/** A practice with horses of theirs, some without a vet and one of another vet; returns the ids of theirs. */
async function fill(practice: FixturePractice, { n, mine, role, personId }: Of): Promise<string[]> {
  const clientId = await made(practice, '/api/clients', { name: `Owner ${n}`, address: '1 High Street' })
  const ids = Array.from({ length: mine + 2 * OTHERS }, () => uuidv7())
  const nameAt = (at: number) => (at < mine ? `Horse ${n}.${at}` : at < mine + OTHERS ? 'Not cared for' : 'Of another vet')
  await practice.inPractice((tx, { practiceId }) =>
    tx
      .insertInto('horses')
      .values(
        ids.map((id, at) => ({ practice_id: practiceId, id, client_id: clientId, name: nameAt(at), rev: 1, seq: 1, deleted_at: null })),
      )
      .execute(),
  )
  const backToOn = addDays(dayOf(currentTime(), 'Europe/London'), -60)
  const theirs = ids.slice(0, mine)
  await letCare(practice, { clientId, horseIds: theirs, personId, role, backToOn })
  const { personId: other } = await makeGuest(server.app)
  await letCare(practice, { clientId, horseIds: ids.slice(mine + OTHERS), personId: other, role })
  return theirs
}

async function made(practice: FixturePractice, path: string, body: object): Promise<string> {
  const answer = await practice.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: string }>().id
}

/** An answer, and the texts of the statements it took, of those that read something. */
async function asking<T>(work: () => Promise<T>): Promise<{ statements: string[]; answer: T }> {
  const within = new AsyncLocalStorage<string[]>()
  const query = pg.Client.prototype.query
  const statements: string[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
    within.getStore()?.push(textOf(input[0]))
    return (query as (...all: unknown[]) => unknown).apply(this, input)
  } as typeof query
  try {
    // A request begins when it is awaited.
    const answer = await within.run(statements, async () => await work())
    return { answer, statements: statements.filter((text) => !/^(begin|commit)/.test(text)) }
  } finally {
    pg.Client.prototype.query = query
  }
}

/** What is prepared stands in the place of a text. */
const textOf = (statement: unknown): string => (typeof statement === 'string' ? statement : textOf((statement as { text: unknown }).text))
