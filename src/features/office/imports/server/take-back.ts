import type { Import } from '#features/office/imports/contract.ts'
import type { Step } from '#features/office/imports/server/bring.ts'
import { hasHorsesAt, listTouched, listUsed, listWritten, moveOn } from '#features/office/imports/server/queries.ts'
import { agreePrice } from '#features/records/prices/server/service.ts'
import { AppError } from '#lib/errors.ts'
import type { Actor } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { writeInBulk } from '#platform/server/database/rows.ts'
import { inSavepoint } from '#platform/server/database/savepoint.ts'
import type { ActivityRow, Undo } from '#platform/server/entity.ts'
import { undoOf } from '#platform/server/undo.ts'

type Kept = NonNullable<Import['kept']>
/** Why a record stays, in a sentence; null: it was undone, or there was nothing to do. */
type Outcome = string | null

/** The most kept records listed; the count next to it is of all. */
const MOST_KEPT = 500

/**
 * Undoes a whole import by undoing each of its actions, last first: it removes what the import added, and empties what it filled in
 * again, but only if no one has changed the record since. Records that stay are listed with the reason on the import's record.
 */
export const undoImport =
  (step: Step = () => {}): Undo =>
  async (tx, actor, done) => {
    await writeInBulk(tx)
    const act = { id: done.id, actId: done.act_id ?? done.id }
    const written = await listWritten(tx, act)
    const added = written.filter(({ verb }) => verb === 'added')
    const isAdded = new Set(added.map((row) => row.entity_id))
    const touched = await listTouched(tx, act)
    const used = await listUsed(
      tx,
      added.filter(({ entity }) => entity !== 'appointments').map((row) => row.entity_id),
    )
    const kept: Kept = []
    for (const row of written.filter((each) => !isPartOfAdded(each, isAdded))) {
      const why = await takeBack(tx, actor, row, { touched, used })
      if (why !== null) kept.push({ name: nameOf(row), why })
      await step()
    }
    const list = kept.slice(0, MOST_KEPT)
    await moveOn(tx, done.entity_id, ['done', 'undoing'], { state: 'undone', kept: { list }, left_out: null })
  }

type TakeBackState = { touched: ReadonlyMap<string, string>; used: ReadonlySet<string> }

/** A horse on a visit goes with the visit. */
const isPartOfAdded = (row: ActivityRow, isAdded: ReadonlySet<string>) =>
  row.entity === 'visit_horses' && isAdded.has(String(row.after?.appointment_id))

async function takeBack(tx: PracticeTx, actor: Actor, row: ActivityRow, { touched, used }: TakeBackState): Promise<Outcome> {
  if (row.verb === 'added') {
    const since = touched.get(row.entity_id)
    if (since === 'removed') return null
    if (since !== undefined) return "It's been changed since."
    if (used.has(row.entity_id)) return 'A visit in the diary needs it.'
    if (row.entity === 'yards' && (await hasHorsesAt(tx, row.entity_id))) return 'There are horses there.'
  }
  const undo = row.entity === 'price_overrides' ? giveBackToList : undoOf(row)
  if (!undo) return null
  return inSavepoint(tx, async () => {
    await undo(tx, actor, row)
    return null
  }).catch(whyNot)
}

/** Sets an agreed price back to the list price. */
const giveBackToList: Undo = async (tx, actor, { before, after }) => {
  if (before !== null || !after) return
  await agreePrice(tx, actor, { priceItemId: String(after.price_item_id), horseId: String(after.horse_id), unitPence: null })
}

function whyNot(error: unknown): string {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  return REASONS[error.code] ?? error.message
}

const REASONS: Partial<Record<AppError['code'], string>> = {
  changed_since: "It's been changed since.",
  still_has_horses: 'It still has horses.',
  still_has_visits: 'It has coming visits.',
  still_has_work: 'It has work on record since.',
}

/** The record's name. */
function nameOf({ before, after, entity }: ActivityRow): string {
  const named = after?.name ?? after?.title ?? before?.name
  if (typeof named === 'string' && named !== '') return named.slice(0, 200)
  return entity === 'work_entries' ? 'Work on a horse' : entity === 'clients' ? 'Details added to a client' : 'Details that were added'
}
