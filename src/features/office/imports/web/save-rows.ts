import type { BadRow } from '#features/office/imports/contract.ts'
import { writeCsv } from '#features/office/imports/csv.ts'
import { saveFile } from '#platform/web/device/save-file.ts'

/** Saves rows as a CSV for a spreadsheet: the file's own cells, with the reason as the last column. */
export function saveRows(fileName: string, header: readonly string[], rows: readonly BadRow[]) {
  const width = Math.max(header.length, ...rows.map(({ cells }) => cells.length))
  const padded = (cells: readonly string[]) => Array.from({ length: width }, (_, at) => cells[at] ?? '')
  const text = writeCsv([[...padded(header), 'Why it was left out'], ...rows.map(({ cells, why }) => [...padded(cells), why])])
  saveFile({ name: `${fileName.replace(/\.[^.]*$/, '')} left out.csv`, content: new Blob([text], { type: 'text/csv' }) })
}
