import type { BadRow } from '#features/office/imports/contract.ts'
import { writeCsv } from '#features/office/imports/csv.ts'

/** Saves rows as a spreadsheet opens them: as they stand in the file, with the reason as the last column. */
export function saveRows(fileName: string, header: readonly string[], rows: readonly BadRow[]) {
  const width = Math.max(header.length, ...rows.map(({ cells }) => cells.length))
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '')
  const text = writeCsv([[...padded(header), 'Why it was left out'], ...rows.map(({ cells, why }) => [...padded(cells), why])])
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }))
  link.download = `${fileName.replace(/\.[^.]*$/, '')} left out.csv`
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
