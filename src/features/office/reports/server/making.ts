import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { keepReport, type Make } from '#features/office/exports/server/service.ts'
import { openReader } from '#features/office/reports/server/gait.ts'
import type { ReportParams } from '#features/office/reports/server/params.ts'
import { monthsOf, peopleOf, picturesOf } from '#features/office/reports/server/pictured.ts'
import { columnsOf, countRows, linesOf, pagesOf, readsFiles } from '#features/office/reports/server/recipes.ts'
import { type Book, reportCsv } from '#features/office/reports/server/report-csv.ts'
import { headOf, ReportJob, readingOf } from '#features/office/reports/server/service.ts'
import { writeApart } from '#features/office/reports/server/write-apart.ts'
import type { Database, PracticeTx } from '#platform/server/database/db.ts'
import { inScratch } from '#platform/server/files/disk.ts'
import type { FileStore } from '#platform/server/files/store.ts'

/**
 * Makes the file of a report. It reads all rows a page at a time, as they were when it began, and writes a local file
 * first, because the store may be far away: no transaction waits for it.
 */
export const makeReport =
  ({ db, files }: { db: Database; files: FileStore }): Make =>
  async ({ row, practice, name, onProgress }) => {
    const { type, format, ...job } = ReportJob.parse(row.report)
    const tools = openReader(files)
    const params: ReportParams = {
      practiceId: practice.id,
      zone: practice.zone,
      clientId: undefined,
      horseId: undefined,
      only: undefined,
      ...job,
      ...(await db.withPractice(practice.id, readingOf)),
    }
    const pictures = format === 'pdf' ? await picturesOf({ db, files }, type, params) : []
    const bookOf = async (tx: PracticeTx): Promise<Omit<Book, 'pages'>> => ({
      type,
      practice: practice.name,
      days: params,
      today: params.today,
      of: await peopleOf(tx, params),
      total: await countRows(tx, type, params),
      columns: columnsOf(type, params),
      ...(await headOf(tx, type, params)),
      pictures,
      months: format === 'pdf' && type === 'revenue-summary' ? await monthsOf(tx, params) : [],
    })
    const put = async (path: string, head: Omit<Book, 'pages'>, rowsByPage: AsyncIterable<object[]> | object[][]) => {
      async function* pages() {
        let read = 0
        for await (const rows of rowsByPage) {
          read += rows.length
          await onProgress(read, head.total)
          yield await linesOf(type, rows, params, tools)
        }
      }
      const book = { ...head, pages }
      const content = format === 'csv' ? reportCsv(book) : writeApart(format, book)
      await pipeline(Readable.from(content), createWriteStream(path, { mode: 0o600 }))
    }
    const write = async (path: string) => {
      const { head, rowsByPage } = await db.withPractice(practice.id, async (tx) => {
        await sql`set transaction isolation level repeatable read`.execute(tx)
        const head = await bookOf(tx)
        const rowsByPage = pagesOf(tx, type, params)
        if (readsFiles(type)) return { head, rowsByPage: await Readable.from(rowsByPage).toArray() }
        await put(path, head, rowsByPage)
        return { head }
      })
      if (rowsByPage) await put(path, head, rowsByPage)
      return head.total
    }
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
