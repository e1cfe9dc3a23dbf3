import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startGoogle } from '#connectors/google/far-side.ts'
import { startGraph } from '#connectors/microsoft/far-side.ts'
import type { Integration } from '#features/office/integrations/contract.ts'
import { STARTED } from '#features/office/integrations/server/connecting.ts'
import { exchangePractice } from '#features/office/integrations/server/exchange.ts'
import { sealTokens } from '#features/office/integrations/server/oauth-tokens.ts'
import { insertConnection, updateConnection } from '#features/office/integrations/server/queries.ts'
import type { CalendarChange } from '#features/visits/calendars/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf, instantOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { takeExchanges } from '#platform/server/database/exchanges.ts'
import { openReach } from '#platform/server/reach.ts'
import { startTestServer, type TestServer } from '#testing/server.ts'

/* The engine with calendars that one signs in to, each a double of it; the sign-in itself is tested at a real server (oauth.test.ts). */

const ZONE = 'Europe/London'
const CALENDARS = [
  { id: 'google', name: 'Google Calendar', startFar: startGoogle },
  { id: 'microsoft', name: 'Outlook and Microsoft 365', startFar: startGraph },
] as const

describe.each(CALENDARS)('$name', ({ id, name, startFar }) => {
  let far: Awaited<ReturnType<typeof startFar>>
  let server: TestServer
  const setup = () => ({ reach: openReach({ reach: [far.host] }), reachable: [far.host], farOrigins: { [id]: far.credentials.address } })
  beforeAll(async () => {
    far = await startFar()
    server = await startTestServer({ own: true, ...setup() })
  })
  afterAll(async () => {
    await server.stop()
    await far.stop()
  })

  const day = () => addDays(dayOf(currentTime(), ZONE), 3)
  const at = (time: string) => instantOf(day(), time, ZONE)
  const pass = async () => {
    const log = { error: (details: object) => Promise.reject(details) }
    const exchanging = {
      db: server.db,
      vault: server.app.setup.vault,
      isTestVersion: true,
      origin: 'http://localhost:3000',
      log,
      ...setup(),
    }
    await takeExchanges(server.db, new Date(currentTime().getTime() + 3_600_000))
    await exchangePractice(exchanging, server.gareth.practiceId)
  }
  const book = async (start: string, end: string) => {
    const visit = { title: 'Trim', startTime: at(start), endTime: at(end), memberId: server.gareth.memberId }
    return (await server.gareth.post('/api/appointments', visit)).json<{ id: string }>().id
  }
  const signedIn = () =>
    server.gareth.inPractice(async (tx) => {
      const { practiceId: practice_id, memberId: member_id } = server.gareth
      const row = await insertConnection(tx, { practice_id, id: uuidv7(), connector: id, member_id, enabled: true, off_at: null })
      const tokens = sealTokens(server.app.setup.vault, row, { access: far.credentials.key, refresh: 'none', untilMs: null })
      await updateConnection(tx, row.id, { ...tokens, ...STARTED, account: far.credentials.account, next_at: currentTime() })
    })
  const card = async () =>
    (await server.gareth.get('/api/integrations')).json<Integration[]>().find((each) => each.id === id) as Integration
  const itemOf = async (visitId: string) =>
    (await server.asOwner(`select remote_id from connection_items where subject_id = '${visitId}'`))[0]?.remote_id as string
  const calendarId = async () => (await server.asOwner('select far_calendar from connections'))[0]?.far_calendar as string
  const questions = async () =>
    (await server.gareth.get('/api/calendar-changes')).json<CalendarChange[]>().filter(({ state }) => state === 'open')

  test('shows the diary once, no matter which answer is lost, raises a question about what was moved there, and is emptied', async () => {
    const [first, second] = [await book('09:00', '10:00'), await book('11:00', '12:00')]
    await signedIn()
    await pass()
    expect(await card()).toMatchObject({ status: 'connected', sentence: null, entries: 2, lastSuccessAt: expect.any(String) })
    expect(await far.phone.count(await calendarId())).toBe(2)

    await far.phone.move(await itemOf(first), at('13:00'), at('14:00'))
    await server.gareth.put(`/api/appointments/${second}`, { status: 'cancelled' })
    await pass()
    await pass()
    expect(await far.phone.count(await calendarId())).toBe(1)
    const [question, ...more] = await questions()
    expect(question).toMatchObject({ kind: 'moved', appointmentId: first, nowStart: at('13:00').toISOString(), calendar: name })
    expect(more).toEqual([])
    await server.gareth.put(`/api/calendar-changes/${question?.id}`, { state: 'put_back' })
    await pass()
    expect(await questions()).toEqual([])

    await book('15:00', '16:00')
    far.loseAnswer('POST')
    await pass()
    expect((await card()).sentence).toBe('It is not answering. We keep trying.')
    await server.gareth.post(`/api/integrations/${id}/check`, {})
    await pass()
    expect(await card()).toMatchObject({ status: 'connected', sentence: null, entries: 2 })
    expect(await far.phone.count(await calendarId())).toBe(2)

    const there = await calendarId()
    await server.gareth.delete(`/api/integrations/${id}?there=remove`)
    await pass()
    expect(await card()).toMatchObject({ enabled: false, status: 'disconnected', entries: 0 })
    expect(await far.phone.count(there)).toBe(0)
  })
})
