import pg from 'pg'
import { addDays } from '#lib/dates.ts'
import { startSubject } from './load.ts'
import { seed, TODAY } from './seed.ts'

const WORKER = new URL('./report-subject.ts', import.meta.url)
const BARE = new URL('./baselines/report.ts', import.meta.url)
const FORMATS = ['csv', 'excel', 'pdf'] as const

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }
/** `takesMb`: the peak of resident memory less its value before. */
type Made = { seconds: number; peakMb: number; takesMb: number; state: string; rows: number; bytes: number }

/**
 * A service history of `rows` rows as each kind of file, from the row of its job until it can be downloaded, and how much memory its process
 * added and had at most; each in a process of its own. `bare` is the same rows as plain text, in seconds.
 */
export async function benchReports(prepared: Prepared, filesFolder: string, rows: number) {
  await seed(prepared.owner, 1, 800)
  await fill(prepared.owner, rows)
  const report = { type: 'service-history', from: addDays(TODAY, -3650), to: TODAY, today: TODAY, seesMoney: true }
  const made = (format: string) =>
    ask(WORKER, { app: prepared.app, directory: prepared.directory, filesFolder, report: { ...report, format } }, rows)
  const figures: Record<string, Made> = {}
  for (const format of FORMATS) figures[format] = await made(format)
  return { ...(figures as Record<(typeof FORMATS)[number], Made>), bare: (await ask(BARE, { owner: prepared.owner }, rows)).seconds }
}

/** Years of work, every fourth with a finding, each with its price. */
async function fill(owner: pg.PoolConfig, rows: number) {
  const client = new pg.Client(owner)
  await client.connect()
  const synced = `1, 1, null, '{}'::jsonb`
  const feet = `'{"NF": {"work": "new", "shoe": "Fullered", "size": "5¼"}, "OF": {"work": "new", "shoe": "Fullered", "size": "5¼"}, "NH": {"work": "trim"}, "OH": {"work": "trim"}}'::jsonb`
  try {
    await client.query(`
      insert into work_entries (practice_id, id, horse_id, member_id, service_type, work_date, findings, recommendations, setup, rev, seq, deleted_at, fw)
        select h.practice_id, gen_random_uuid(), h.id, m.id, 'Front shoes new', date '${TODAY}' - (n / 10)::int,
          case when n % 4 = 0 then 'Thrush in the near fore and a risen clench, otherwise sound' end, case when n % 4 = 0 then 'Clean daily' end, ${feet}, ${synced}
        from generate_series(0, ${rows - 1}) n
          join (select *, row_number() over (order by id) as at from horses) h on h.at = n % 80 + 1 join members m on m.practice_id = h.practice_id;
      insert into charges (practice_id, id, payer_client_id, client_id, horse_id, work_entry_id, kind, description, unit_pence, charged_on, rev, seq, deleted_at, fw)
        select w.practice_id, gen_random_uuid(), h.client_id, h.client_id, h.id, w.id, 'work', 'Front shoes new', 8500, w.work_date, ${synced}
        from work_entries w join horses h on h.id = w.horse_id;
      analyze`)
  } finally {
    await client.end()
  }
}

async function ask(file: URL, input: object, rows: number): Promise<Made> {
  const subject = await startSubject(file, input)
  try {
    const made = (await (await fetch(`http://127.0.0.1:${subject.port}/`)).json()) as Made
    if (made.state !== 'done' || made.rows !== rows) throw new Error(`a report ended as ${JSON.stringify(made)}`)
    return made
  } finally {
    await subject.stop()
  }
}
