import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { keepReport, type Make } from '#features/office/exports/server/service.ts'
import type { Asked } from '#features/office/reports/server/asked.ts'
import { openReader } from '#features/office/reports/server/gait.ts'
import { monthsOf, peopleOf, picturesOf } from '#features/office/reports/server/pictured.ts'
import { columnsOf, countRows, pagesOf } from '#features/office/reports/server/recipes.ts'
import { type Book, reportCsv } from '#features/office/reports/server/report-csv.ts'
import { headOf, ReportJob, readingOf } from '#features/office/reports/server/service.ts'
import { writeApart } from '#features/office/reports/server/write-apart.ts'
import type { Database } from '#platform/server/database/db.ts'
import { inScratch } from '#platform/server/files/disk.ts'
import type { FileStore } from '#platform/server/files/store.ts'

/**
 * Makes the file of a report: its rows are read a page at a time, all of them as they stood when it began. It is written beside the store
 * first, which may be far away: no transaction waits for it.
 */
export const makeReport =
  ({ db, files }: { db: Database; files: FileStore }): Make =>
  async ({ row, practice, name, say }) => {
    const { type, format, ...job } = ReportJob.parse(row.report)
    const tools = openReader(files)
    const asked: Asked = {
      practiceId: practice.id,
      zone: practice.zone,
      clientId: undefined,
      horseId: undefined,
      only: undefined,
      ...job,
      ...(await db.withPractice(practice.id, readingOf)),
    }
    const pictures = format === 'pdf' ? await picturesOf({ db, files }, type, asked) : []
    const write = (path: string) =>
      db.withPractice(practice.id, async (tx) => {
        await sql`set transaction isolation level repeatable read`.execute(tx)
        const total = await countRows(tx, type, asked)
        const book: Book = {
          type,
          practice: practice.name,
          days: asked,
          today: asked.today,
          of: await peopleOf(tx, asked),
          total,
          columns: columnsOf(type, asked),
          ...(await headOf(tx, type, asked)),
          pictures,
          months: format === 'pdf' && type === 'revenue-summary' ? await monthsOf(tx, asked) : [],
          async *pages() {
            for await (const { lines, read } of pagesOf(tx, type, asked, tools)) {
              await say(read, total)
              yield lines
            }
          },
        }
        const content = format === 'csv' ? reportCsv(book) : writeApart(format, book)
        await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }))
        return total
      })
    try {
      return await inScratch(async (folder) => {
        const path = join(folder, 'report')
        const handled = await write(path)
        return { ...(await keepReport(files, name, createReadStream(path))), handled }
      })
    } finally {
      await tools.close()
    }
  }
