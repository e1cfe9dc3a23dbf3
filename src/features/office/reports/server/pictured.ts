import { sql } from 'kysely'
import { findPicture } from '#features/evidence/files/server/pictures-for-owner.ts'
import type { ReportType } from '#features/office/reports/contract.ts'
import { revenueByMonth } from '#features/office/reports/server/charts.ts'
import { inDays, isThe, type ReportParams } from '#features/office/reports/server/params.ts'
import type { Pictured } from '#features/office/reports/server/report-csv.ts'
import { addMonths, type Day, dayAndYear } from '#lib/dates.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import type { FileStore } from '#platform/server/files/store.ts'

/** Two rows on a page; more are in the horse's gallery. */
const MOST_PICTURES = 8

/** The client and horse of a report, in words. */
export async function peopleOf(tx: PracticeTx, { clientId, horseId, only }: ReportParams): Promise<string[]> {
  const client = clientId && (await tx.selectFrom('clients').select('name').where('id', '=', clientId).executeTakeFirst())
  const horse = horseId && (await tx.selectFrom('horses').select('name').where('id', '=', horseId).executeTakeFirst())
  return [
    client && `Client: ${client.name}`,
    horse && `Horse: ${horse.name}`,
    only === 'due' && 'Overdue and due within a week',
    only === 'owing' && 'Only who owes something',
  ].filter((words) => typeof words === 'string' && words !== '') as string[]
}

/** More bars than these are indistinguishable in the room next to the sums. */
const MOST_MONTHS = 24

/** Revenue of each month of the days, for the chart next to the sums; none if there are too many months, or only one. */
export async function monthsOf(tx: PracticeTx, params: ReportParams): Promise<{ month: string; pence: number }[]> {
  const months: string[] = []
  for (let day = `${params.from.slice(0, 7)}-01`; day <= params.to; day = addMonths(day, 1)) months.push(day.slice(0, 7))
  if (months.length < 2 || months.length > MOST_MONTHS) return []
  const sums = await revenueByMonth(tx, params)
  return months.map((month) => ({ month, pence: sums.get(month) ?? 0 }))
}

/** The newest photos of the days, for a report of horses or work of one client or horse; only photos whose picture is made. */
export async function picturesOf(
  { db, files }: { db: Database; files: FileStore },
  type: ReportType,
  params: ReportParams,
): Promise<Pictured[]> {
  if (!(params.clientId || params.horseId) || (type !== 'horse-summary' && type !== 'service-history')) return []
  const query = sql<{ sha256: string; horse: string; onDay: Day | null; words: string | null }>`
    select f.sha256, h.name as horse, a.taken_on as "onDay", a.description as words
    from attachments a join files f on f.practice_id = a.practice_id and f.id = a.file_id
      join horses h on h.practice_id = a.practice_id and h.id = a.horse_id
    where a.file_type = 'image' and a.deleted_at is null and f.state = 'stored' and (a.taken_on is null or ${inDays('a.taken_on', params)})
      and ${isThe('h.id', params.horseId)} and ${isThe('h.client_id', params.clientId)}
    order by a.id desc limit ${MOST_PICTURES}`
  const { rows } = await db.withPractice(params.practiceId, (tx) => query.execute(tx))
  const pictures: Pictured[] = []
  for (const { sha256, horse, onDay, words } of rows) {
    const found = await findPicture(files, sha256, '600.jpg')
    if (!found) continue
    const parts: Buffer[] = []
    for await (const part of found.content()) parts.push(part as Buffer)
    pictures.push({ jpeg: Buffer.concat(parts), words: [horse, onDay && dayAndYear(onDay), words].filter(Boolean).join(', ') })
  }
  return pictures
}
