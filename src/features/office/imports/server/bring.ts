import { seesMoney } from '#features/core/practice/rules.ts'
import type { ImportChoice, ImportCounts } from '#features/office/imports/contract.ts'
import type { HorsePart, PersonPart, YardPart } from '#features/office/imports/rows.ts'
import type { HorseItem, PersonItem, RecordPlan, YardItem } from '#features/office/imports/server/plan-records.ts'
import { bookingOf, type VisitPlan } from '#features/office/imports/server/plan-visits.ts'
import { hasWorkOn } from '#features/office/imports/server/queries.ts'
import { requireClient } from '#features/records/clients/server/require-client.ts'
import { addClient, changeClient, toClient } from '#features/records/clients/server/service.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { addHorse, changeHorse } from '#features/records/horses/server/service.ts'
import { resetsCycleOf } from '#features/records/kinds/server/service.ts'
import { STANDARD_RATES } from '#features/records/prices/rules.ts'
import { setHorsePrice } from '#features/records/prices/server/service.ts'
import { requireYard } from '#features/records/yards/server/require-yard.ts'
import { addYard, changeYard, toYard } from '#features/records/yards/server/service.ts'
import { bookVisit } from '#features/visits/appointments/server/book-visit.ts'
import { recordWork } from '#features/visits/work/server/service.ts'
import { uuidv7 } from '#lib/ids.ts'
import { readPosition } from '#lib/position.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'

/** Choices that differ from the proposal, by an item's key. */
export type Choices = Readonly<Record<string, ImportChoice>>
/** Called after each record; it may throw to abort the import. */
export type Step = () => Promise<void> | void

type Bringing = { tx: PracticeTx; actor: Actor; choices: Choices; counts: ImportCounts; step: Step; usualWork: string }

export const noCounts = (): ImportCounts => ({
  clients: { added: 0, joined: 0 },
  yards: { added: 0, joined: 0 },
  horses: { added: 0, joined: 0 },
  visits: { added: 0, joined: 0 },
  work: 0,
  prices: 0,
  leftOut: 0,
})

const choiceOf = (item: { key: string; proposed: ImportChoice }, choices: Choices): ImportChoice => choices[item.key] ?? item.proposed

/** Adds a plan's records one by one as single entry does, in the caller's transaction: all or none. */
export async function bringRecords(bringing: Bringing, plan: RecordPlan): Promise<void> {
  const yards = new Map<string, string>()
  for (const item of plan.yards) await bringItem(bringing, 'yards', item, yards, saveYard)
  const people = new Map<string, string>()
  for (const item of plan.people) await bringItem(bringing, 'clients', item, people, savePerson)
  const horses = new Map<string, string>()
  for (const item of plan.horses) {
    const clientId = people.get(item.personKey)
    if (!clientId) {
      bringing.counts.leftOut++
      await bringing.step()
      continue
    }
    const yardId = yards.get(item.yardKey ?? '') ?? null
    await bringItem(bringing, 'horses', item, horses, (each, horse: HorseItem, id) => saveHorse(each, horse, { id, clientId, yardId }))
  }
}

/** Adds a diary's entries; those of a client, a horse or a yard as their visits, the others as the farrier's own. No texts are sent. */
export async function bringVisits({ tx, actor, choices, counts, step }: Bringing, plan: VisitPlan): Promise<void> {
  for (const item of plan.visits) {
    const choice = choiceOf(item, choices)
    for (const entry of item.fresh) {
      if (choice === 'skip') counts.leftOut++
      else {
        const booking = bookingOf(entry, choice === 'join' ? item.subject : null, actor.zone)
        // It is in their diary already, so conflicts are allowed.
        await bookVisit(tx, actor, entry.id, { ...booking, overdueOverride: true })
        counts.visits.added++
      }
      await step()
    }
  }
}

/** Saves an item as a new record, or into the record it matches (`id`); returns the record's id. */
type Save<I> = (bringing: Bringing, item: I, id: string | null) => Promise<string>
type AnyItem = PersonItem | YardItem | HorseItem

async function bringItem<I extends AnyItem>(
  bringing: Bringing,
  entity: 'clients' | 'yards' | 'horses',
  item: I,
  made: Map<string, string>,
  save: Save<I>,
) {
  const { counts, choices } = bringing
  const choice = choiceOf(item, choices)
  if (choice === 'skip') counts.leftOut++
  else {
    // The item it matched in the file may have been left out: then it becomes a record of its own.
    const id = choice === 'join' ? (item.match?.id ?? made.get(item.match?.key ?? '') ?? null) : null
    made.set(item.key, await save(bringing, item, id))
    counts[entity][id ? 'joined' : 'added']++
  }
  await bringing.step()
}

async function savePerson({ tx, actor }: Bringing, { part }: PersonItem, id: string | null): Promise<string> {
  if (!id) return (await addClient(tx, actor, uuidv7(), part)).id
  const fields = emptyIn<PersonPart>(toClient(await requireClient(tx, id)), part)
  if (Object.keys(fields).length > 0) await changeClient(tx, actor, id, fields)
  return id
}

async function saveYard({ tx, actor }: Bringing, { part }: YardItem, id: string | null): Promise<string> {
  const { position, ...fields } = part
  const place = position ? await readPosition(position) : null
  const wanted = {
    ...fields,
    ...(place ? { ...place, positionSource: 'pasted' as const } : {}),
    // A position that can't be parsed is still a hint.
    accessNotes: position && !place ? [fields.accessNotes, position].filter(Boolean).join('\n') : fields.accessNotes,
  }
  if (!id) return (await addYard(tx, actor, uuidv7(), wanted)).id
  const empty = emptyIn<Partial<typeof wanted>>(toYard(await requireYard(tx, id)), wanted)
  if (Object.keys(empty).length > 0) await changeYard(tx, actor, id, wholePlace(empty))
  return id
}

/** Half a position is none. */
const wholePlace = <Y extends Partial<YardPart> & { lat?: number; lng?: number; positionSource?: 'pasted' }>({
  lat,
  lng,
  positionSource,
  ...rest
}: Y) => (lat === undefined || lng === undefined ? rest : { ...rest, lat, lng, ...(positionSource ? { positionSource } : {}) })

type Where = { id: string | null; clientId: string; yardId: string | null }

async function saveHorse(bringing: Bringing, item: HorseItem, { id: known, clientId, yardId }: Where): Promise<string> {
  const { tx, actor, counts } = bringing
  const id = known ?? uuidv7()
  if (known) {
    const row = await requireHorse(tx, known)
    const here = {
      ...row,
      birthYear: row.birth_year,
      specialNotes: row.special_notes,
      cycleDays: row.cycle_days,
      vetName: row.vet_name,
      vetPhone: row.vet_phone,
      yardId: row.yard_id,
    }
    const fields = emptyIn<HorsePart & { yardId: string | null }>(here, { ...item.part, yardId })
    if (Object.keys(fields).length > 0) await changeHorse(tx, actor, known, fields)
  } else await addHorse(tx, actor, id, { ...item.part, clientId, yardId })
  if (item.lastVisit && !(known && (await hasWorkOn(tx, known, item.lastVisit.workDate)))) {
    // Regardless of its name in the file, the next visit is due after this one.
    const resetsCycle = await resetsCycleOf(tx, actor, item.lastVisit.serviceType, true)
    await recordWork(tx, actor, uuidv7(), { horseId: id, ...item.lastVisit, resetsCycle })
    counts.work++
  }
  if (item.pricePence !== null && seesMoney(actor.role)) {
    await setHorsePrice(tx, actor, id, pricedWork(item, bringing.usualWork), item.pricePence)
    counts.prices++
  }
  return id
}

/** The price list has the standard kinds of work; a price for any other kind is recorded for the usual work. */
const pricedWork = ({ lastVisit }: HorseItem, usualWork: string): string => {
  const known = (work: string | undefined) => STANDARD_RATES.find((rate) => rate.serviceType === work)?.serviceType
  return known(lastVisit?.serviceType) ?? known(usualWork) ?? 'Trim'
}

/** The parts of a file that fill empty fields: an existing value is never overwritten. */
function emptyIn<P extends object>(here: object, part: P): Partial<P> {
  const isEmpty = (value: unknown) => value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  const known = here as Record<string, unknown>
  return Object.fromEntries(Object.entries(part).filter(([name, value]) => !isEmpty(value) && isEmpty(known[name]))) as Partial<P>
}
