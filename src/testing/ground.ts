import { addStandardRates } from '#features/records/prices/server/service.ts'
import { currentMs } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** A request that works: `url` with `/id` where the record's id goes. */
export type Sample = { url: string; id: string; body?: unknown; contentType?: string; expected: number[] }

/** Each ground is laid from an address of its own: the common limits by address are not what is swept for. */
let grounds = 0

export type Ground = Awaited<ReturnType<typeof makeGround>>

/** What the samples of the features build on: a client with two horses at a yard, a visit and work on them, and short ways to add more. */
export async function makeGround(practice: FixturePractice) {
  const remoteAddress = `10.9.0.${++grounds % 250}`
  const add = async (path: string, body: object): Promise<string> => {
    const answer = await practice.send('POST', path, body, { remoteAddress })
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
    return answer.json<{ id: string }>().id
  }
  await practice.inPractice(addStandardRates)
  const tomorrow = new Date(currentMs() + 86_400_000).toISOString().slice(0, 10)
  const visit = { startTime: `${tomorrow}T09:00:00Z`, endTime: `${tomorrow}T10:00:00Z`, title: 'Trim' }
  const client = await add('/api/clients', { name: 'Sarah Penrose', phone: '07700 900118' })
  const spare = await add('/api/clients', { name: 'Nobody’s owner' })
  const yard = await add('/api/yards', { name: 'Hollybush Farm Livery' })
  const horse = await add('/api/horses', { name: 'Biscuit', clientId: client, cycleDays: 42 })
  const second = await add('/api/horses', { name: 'Merlin', clientId: client })
  const book = (more: object = {}) => add('/api/appointments', { ...visit, clientId: client, horseId: horse, ...more })
  const appointment = await book()
  return {
    practice,
    add,
    /** Adds a visit of the client. */
    book,
    tomorrow,
    visit,
    client,
    /** A client without anything. */
    spare,
    yard,
    horse,
    second,
    appointment,
    work: await add('/api/work-entries', { horseId: horse, serviceType: 'Trim', workDate: tomorrow }),
    /** A record that a device makes. */
    fresh: (data: Record<string, unknown>) => ({ id: uuidv7(), data }),
    sample: (url: string, id: string, body?: unknown, ...expected: number[]): Sample => ({
      url,
      id,
      ...(body === undefined ? {} : { body }),
      expected: expected.length > 0 ? expected : [200, 201, 204],
    }),
  }
}
