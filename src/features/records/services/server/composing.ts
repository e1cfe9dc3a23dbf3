import { CLIENT_SERVICES } from '#features/core/practice/plans.ts'
import {
  confirmationWords,
  endWords,
  failedWords,
  type HorseMore,
  lastDaysWords,
  priceWords,
  reminderWords,
  type Seller,
  type SellerWords,
  unusedWords,
} from '#features/records/services/law-words.ts'
import { type EndedWhy, serviceFor } from '#features/records/services/rules.ts'
import { aboutSeats, type SpokenSeat } from '#features/records/services/server/about-seats.ts'
import type { ServiceNoticeKind } from '#features/records/services/server/note-service-notice.ts'
import type { Day } from '#lib/dates.ts'
import type { Database } from '#platform/server/database/db.ts'

/** A row of what a person must be notified of. */
export type NoticeRow = { id: string; kind: ServiceNoticeKind; key: string; facts: Record<string, string> }

/** What is known of the money of a person. */
export type MoneyOf = {
  /** The next bill; no day: there is none. */
  nextPence: number
  nextBillOn: Day | null
  /** The bill that was not paid, and the last day of grace. */
  late: { billOn: Day; until: Day } | null
  /** Of horses that were added to what is paid already. */
  moreOf: (seats: readonly SpokenSeat[]) => HorseMore | undefined
  /** Pence that are given back for seats that ended. */
  backOf: (seats: readonly SpokenSeat[]) => number
}

/** `moneyOf`: of a person; undefined in the test version, and for one who has never paid. */
export type Composing = {
  db: Database
  origin: string
  seller: Seller | null
  moneyOf?: (personId: string) => Promise<MoneyOf | undefined>
}

/** A message made of rows that belong together, and whose record it goes on; `isOver`: why nothing is sent. */
export type Composed = { rows: readonly NoticeRow[]; place: SpokenSeat | undefined } & ({ words: SellerWords } | { isOver: string })

type NoticeContext = { seats: readonly SpokenSeat[]; all: readonly SpokenSeat[]; money: MoneyOf | undefined; today: Day }
type Signed = { seller: Seller | null; link: string }

/** Turns a person's notices into the messages that go: one for the horses that share the same words. */
export async function composeNotices(places: Composing, personId: string, rows: readonly NoticeRow[], today: Day): Promise<Composed[]> {
  const ids = [...new Set(rows.flatMap(({ facts }) => facts.seatId ?? []))]
  const about = ids.length > 0 ? await aboutSeats(places.db, personId, ids) : []
  const all = await aboutSeats(places.db, personId)
  const money = await places.moneyOf?.(personId)
  const signed = { seller: places.seller, link: `${places.origin}/my/services` }
  const groups = Map.groupBy(rows, (row) =>
    groupOf(
      row,
      about.find(({ id }) => id === row.facts.seatId),
    ),
  )
  return [...groups.values()].map((some) => {
    const seats = about.filter(({ id }) => some.some(({ facts }) => facts.seatId === id))
    return { rows: some, place: seats[0] ?? all[0], ...said(some, { seats, all, money, today }, signed) }
  })
}

/** Rows of one group go in one message. */
function groupOf({ kind, key, facts }: NoticeRow, seat: SpokenSeat | undefined): string {
  if (!seat) return JSON.stringify([kind, key])
  const what = [kind, seat.practice_id, seat.service]
  if (kind === 'begun') return JSON.stringify([...what, seat.from_on, isAgain(key)])
  if (kind === 'ended') return JSON.stringify([...what, facts.endsOn, facts.why])
  return JSON.stringify([...what, key])
}

/** One that was ended and goes on. */
const isAgain = (key: string): boolean => !key.endsWith(' 1')

function said(rows: readonly NoticeRow[], told: NoticeContext, signed: Signed) {
  const [{ kind, key, facts }] = rows as [NoticeRow]
  const { seats, all, money, today } = told
  const [seat] = seats
  if (seat) {
    const { service } = seat
    const horses = seats.map(({ horse }) => horse)
    if (kind === 'begun') {
      const more = isAgain(key) ? undefined : money?.moreOf(seats)
      const bought = { service, horses, practice: seat.practice, fromOn: seat.from_on, seller: signed.seller, ...(more && { more }) }
      return { words: confirmationWords(bought, signed.link, isAgain(key)) }
    }
    if (kind === 'ended') {
      const end = { endsOn: facts.endsOn ?? today, why: facts.why as EndedWhy }
      return { words: endWords({ ...signed, ...end, service, horses, backPence: money?.backOf(seats) ?? 0, isPast: end.endsOn <= today }) }
    }
    if (kind === 'unused') {
      if (seat.ends_on !== null) return { isOver: OVER }
      return { words: unusedWords({ ...signed, service, horse: seat.horse, since: facts.since ?? seat.from_on }) }
    }
  }
  if (kind === 'price') return saidOfPrice(facts, all, signed)
  return money && all.length > 0 ? saidOfMoney({ kind, key, facts }, { all, money }, signed) : { isOver: OVER }
}

const OVER = 'There is nothing left to say of it.'

function saidOfPrice({ service, from = '', pence = '' }: NoticeRow['facts'], all: readonly SpokenSeat[], signed: Signed) {
  const own = all.filter((seat) => seat.service === service)
  const [first] = own
  if (!first) return { isOver: OVER }
  const horses = own.map(({ horse }) => horse)
  const { pence: wasPence } = CLIENT_SERVICES[first.service]
  return { words: priceWords({ ...signed, service: first.service, horses, wasPence, pence: Number(pence), from }) }
}

function saidOfMoney({ kind, key }: Omit<NoticeRow, 'id'>, { all, money }: { all: readonly SpokenSeat[]; money: MoneyOf }, signed: Signed) {
  const has = [...Map.groupBy(all, ({ service, practice }) => JSON.stringify([service, practice])).values()].flatMap((some) => {
    const [first] = some
    return first
      ? [
          `${serviceFor(
            first.service,
            some.map(({ horse }) => horse),
          )}, with ${first.practice}`,
        ]
      : []
  })
  if (kind === 'reminder') {
    const isAhead = money.nextBillOn === key
    return isAhead ? { words: reminderWords({ ...signed, has, pence: money.nextPence, on: key }) } : { isOver: OVER }
  }
  if (!money.late) return { isOver: 'It has been paid meanwhile.' }
  const late = { ...signed, has, ...money.late }
  return { words: kind === 'failed' ? failedWords(late) : lastDaysWords(late) }
}
