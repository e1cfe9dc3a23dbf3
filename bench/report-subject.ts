// A worker that makes one report, as `npm start` does, in a process of its own: its memory is its own.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { makeReports } from '#features/office/exports/server/jobs.ts'
import { makeReport } from '#features/office/reports/server/making.ts'
import { uuidv7 } from '#lib/ids.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { beSubject } from './load.ts'
import { memberId, practiceId } from './seed.ts'

type Input = { app: pg.PoolConfig; directory: pg.PoolConfig; filesFolder: string; report: Record<string, unknown> }

await beSubject(async ({ app, directory, filesFolder, report }: Input) => {
  const db = openDatabase({ app, directory })
  const jobs = await openJobs(app, console)
  const places = { db, files: fileStore({ filesFolder }) }
  const { handle } = makeReports(places, makeReport(places))
  const server = createServer(async (_, response) => {
    const id = uuidv7()
    const [started, before] = [performance.now(), process.memoryUsage.rss()]
    await db.withPractice(practiceId(1), (tx) =>
      tx
        .insertInto('exports')
        .values({
          ...{ practice_id: practiceId(1), id, kind: 'report', client_id: null, request_id: null, member_id: memberId(1), report },
          ...{ bytes: null, store_key: null, problem: null, dies_at: null },
        })
        .execute(),
    )
    await handle({ practiceId: practiceId(1), exportId: id })
    const made = await db.withPractice(practiceId(1), (tx) =>
      tx.selectFrom('exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const peakMb = mostResidentMb()
    response.end(
      JSON.stringify({
        seconds: (performance.now() - started) / 1000,
        peakMb,
        takesMb: peakMb - before / 2 ** 20,
        state: made.state,
        rows: made.handled,
        bytes: Number(made.bytes),
      }),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = async () => {
    server.close()
    await jobs.close()
    await db.close()
  }
  return { port: (server.address() as AddressInfo).port, stop }
})

/** `maxRSS` starts at the parent process's value; Linux also reports this process's own. */
function mostResidentMb(): number {
  const status = '/proc/self/status'
  const own = existsSync(status) ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1] : undefined
  return Number(own ?? process.resourceUsage().maxRSS) / 1024
}
