import type { SlotOffer } from '#features/day/gaps/contract.ts'
import type { GivenAnswer } from '#features/visits/answers/contract.ts'
import { currentTime } from '#lib/clock.ts'
import { uuidv7 } from '#lib/ids.ts'
import { insertRow } from '#platform/server/database/rows.ts'
import { addAnswerLinks } from '#platform/server/links.ts'
import type { FixturePractice } from '#testing/practice.ts'

/** A link to answer about a visit, as a text about it has; only its token. */
export const answerToken = (practice: FixturePractice, visitId: string, clientId: string, onDay = '2098-01-04'): Promise<string> =>
  practice.inPractice(async (tx, actor) => {
    const [address = ''] = await addAnswerLinks(tx, actor, [{ visitId, clientId, onDay }])
    return address.split('/').at(-1) ?? ''
  })

/** An owner's answer on record; its id. */
export const addAnswer = (
  practice: FixturePractice,
  about: { appointmentId: string; clientId: string; kind?: GivenAnswer['kind']; words?: string },
): Promise<string> =>
  practice.inPractice(async (tx, actor) => {
    const { id } = await insertRow(tx, { ...actor, memberId: null }, 'visit_answers', uuidv7(), {
      appointment_id: about.appointmentId,
      client_id: about.clientId,
      kind: about.kind ?? 'move',
      horse_id: null,
      horse_name: null,
      work: null,
      until_on: null,
      words: about.words ?? 'Mornings',
      visit_start: new Date('2098-01-04T09:00:00Z'),
      said_at: currentTime(),
      seen_at: null,
      seen_by: null,
    })
    return id
  })

/** Clients who agreed to offers, each with a horse: what it takes to offer a slot to them. */
export async function slotFor(practice: FixturePractice, names: readonly string[], onDay: string) {
  const offers: {
    clientId: string
    horses: { horseId: string; plannedWork: string }[]
    startTime: string
    endTime: string
    yardId: null
  }[] = []
  for (const [at, name] of names.entries()) {
    const client = await post<{ id: string }>(practice, '/api/clients', { name, phone: `07700 9001${String(at).padStart(2, '0')}` })
    const horse = await post<{ id: string }>(practice, '/api/horses', { name: `${name}'s horse`, clientId: client.id })
    await agreeToOffers(practice, client.id)
    const horses = [{ horseId: horse.id, plannedWork: 'Trim' }]
    offers.push({ clientId: client.id, horses, startTime: '14:00', endTime: '14:30', yardId: null })
  }
  return { memberId: practice.memberId, onDay, offers }
}

/** Writes down that a client agreed to offers. */
export const agreeToOffers = (practice: FixturePractice, clientId: string) =>
  practice.inPractice((tx) =>
    tx
      .updateTable('clients')
      .set({ marketing_consent_at: currentTime(), marketing_consent_how: 'said' })
      .where('id', '=', clientId)
      .execute(),
  )

/** A slot offered to a client; the offer's id. */
export async function addOffer(practice: FixturePractice, onDay: string): Promise<string> {
  const { offers } = await post<{ offers: SlotOffer[] }>(practice, '/api/slot-offers', await slotFor(practice, ['Tom Haddon'], onDay))
  return offers[0]?.id ?? ''
}

async function post<T>(practice: FixturePractice, url: string, body: object): Promise<T> {
  const answer = await practice.post(url, body)
  if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.body}`)
  return answer.json<T>()
}
