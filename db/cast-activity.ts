import { cast } from '#db/cast.ts'
import type { Books } from '#db/cast-invoices.ts'
import { pick } from '#db/cast-random.ts'
import type { StopRows } from '#db/cast-rows.ts'
import { addDays, type Day, instantOf } from '#lib/dates.ts'
import { uuidOf } from '#lib/ids.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** How long ago the journal begins. */
const DAYS_BACK = 12

type Line = {
  key: string
  at: Date
  entity: string
  entity_id: string
  verb: string
  after: Record<string, string | number | null | undefined>
}

/** The journal of the last days, as the farrier's own work would have written it: finished, booked again, invoiced, paid. */
export async function recordActivity(tx: PracticeTx, rows: readonly StopRows[], books: Books, today: Day, now: Date): Promise<void> {
  const from = addDays(today, -DAYS_BACK)
  const recent = rows.filter(({ visit }) => visit.on_day >= from)
  const lines = [
    ...recent.flatMap(finished),
    ...bookedAgain(rows, from),
    ...recent.flatMap(nobodyThere),
    ...invoiced(books, from),
    ...paid(books, from, today),
  ]
  await tx
    .insertInto('activity')
    .values(
      lines
        .filter(({ at }) => at <= now)
        .map(({ key, ...line }) => ({
          ...line,
          practice_id: cast.practice.id,
          id: uuidOf('cast', 'activity', line.verb, key),
          member_id: cast.owner.memberId,
          device_id: null,
          before: null,
        })),
    )
    .execute()
}

const finished = ({ visit }: StopRows): Line[] =>
  visit.completed_at instanceof Date && visit.client_id
    ? [{ ...of('appointments', visit.id, visit.completed_at), verb: 'completed', after: { title: visit.title, status: 'done' } }]
    : []

/** A coming visit was booked when its first horse was last done. */
function bookedAgain(rows: readonly StopRows[], from: Day): Line[] {
  const doneAt = new Map<string, Date>()
  for (const { lines } of rows)
    for (const { horse_id, completed_at } of lines) if (horse_id && completed_at instanceof Date) doneAt.set(horse_id, completed_at)
  return rows.flatMap(({ visit, lines: [first] }) => {
    const at = visit.status === 'booked' && doneAt.get(first?.horse_id ?? '')
    if (!at || at < instantOf(from, '00:00', cast.practice.zone)) return []
    return [{ ...of('appointments', visit.id, later(at, 4)), verb: 'added', after: { title: visit.title, on_day: visit.on_day } }]
  })
}

const nobodyThere = ({ visit }: StopRows): Line[] =>
  visit.status === 'no_show'
    ? [
        {
          ...of('appointments', visit.id, instantOf(visit.on_day, '11:25', cast.practice.zone)),
          ...{ verb: 'cancelled', after: { title: visit.title, status: 'no_show', status_reason: visit.status_reason } },
        },
      ]
    : []

const invoiced = ({ invoices }: Books, from: Day): Line[] =>
  invoices.flatMap(({ id, issued_on, sent_at, series, number, payer_client_id }) =>
    issued_on >= from && sent_at instanceof Date
      ? [
          {
            ...of('invoices', id, later(sent_at, number % 9)),
            verb: 'sent',
            after: { by: 'sms', series, number, client_id: payer_client_id },
          },
        ]
      : [],
  )

/** Transfers are found in the evening. */
const paid = ({ payments }: Books, from: Day, today: Day): Line[] =>
  payments.flatMap(({ id, received_on, payer_client_id, amount_pence, method }) =>
    received_on >= from && received_on < today
      ? [
          {
            ...of(
              'payments',
              id,
              instantOf(received_on, method === 'bank-transfer' ? pick(`found ${id}`, EVENING) : '16:50', cast.practice.zone),
            ),
            ...{ verb: 'added', after: { payer_client_id, amount_pence, method } },
          },
        ]
      : [],
  )

const EVENING = ['18:05', '18:20', '18:35', '19:10', '19:40']

const of = (entity: string, id: string, at: Date) => ({ key: id, entity, entity_id: id, at })
const later = (at: Date, minutes: number) => new Date(at.getTime() + minutes * 60_000)
