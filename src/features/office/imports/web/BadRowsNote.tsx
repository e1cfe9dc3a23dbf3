import { Download } from 'lucide-react'
import { useState } from 'react'
import type { BadRow } from '#features/office/imports/contract.ts'
import { saveRows } from '#features/office/imports/web/save-rows.ts'
import { Button } from '#ui/Button.tsx'
import { Note } from '#ui/Note.tsx'

type Props = { fileName: string; header: readonly string[]; rows: readonly BadRow[]; isTable: boolean }

const FIRST = 6

/** Rows that can't be imported, by row number and reason; to be corrected in the spreadsheet and uploaded again. */
export function BadRowsNote({ fileName, header, rows, isTable }: Props) {
  const [isAll, setAll] = useState(false)
  if (rows.length === 0) return null
  const shown = isAll ? rows.slice(0, 500) : rows.slice(0, FIRST)
  return (
    <Note tone="late">
      <p className="font-bold">
        {rows.length === 1 ? '1 row can’t be imported' : `${rows.length.toLocaleString('en-GB')} rows can’t be imported`}
      </p>
      <ul className="mt-1 grid gap-1">
        {shown.map(({ row, why }) => (
          <li key={`${row} ${why}`} className="text-14 [overflow-wrap:anywhere]">
            {isTable && <b className="tabular-nums">Row {row}: </b>}
            {why}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap gap-2">
        {rows.length > FIRST && (
          <Button size="sm" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
            {isAll ? 'Show fewer' : 'Show all'}
          </Button>
        )}
        {isTable && (
          <Button size="sm" icon={Download} onClick={() => saveRows(fileName, header, rows)}>
            Download these rows
          </Button>
        )}
      </div>
      {isTable && <p className="mt-2 text-14">The last column gives the reason. Correct them and import that file as well.</p>}
    </Note>
  )
}
