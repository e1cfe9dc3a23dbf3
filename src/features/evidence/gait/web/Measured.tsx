import { Info } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { GaitTable } from '#features/evidence/gait/table.ts'
import { FiguresTable } from '#features/evidence/gait/web/FiguresTable.tsx'
import { byUnit } from '#features/evidence/gait/web/lines.ts'
import { Plot } from '#features/evidence/gait/web/Plot.tsx'
import { Swatch } from '#features/evidence/gait/web/Swatch.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Note } from '#ui/Note.tsx'

/** More lines than this are a tangle; the others are a press away. */
const SHOWN_AT_FIRST = 4

/** The table of an export: which columns, their plots, one for each unit, and their figures. */
export function Measured({ table }: { table: GaitTable }) {
  const all = useMemo(() => table.columns.map((column, place) => ({ column, place })), [table])
  const [shown, setShown] = useState<readonly number[]>(() => all.slice(0, SHOWN_AT_FIRST).map(({ place }) => place))
  const plots = useMemo(() => byUnit(all.filter(({ place }) => shown.includes(place))), [all, shown])
  const show = (place: number, isOn: boolean) => setShown((now) => (isOn ? [...now, place] : now.filter((each) => each !== place)))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="pb-2 text-14 text-ink-2">{`Columns, ${table.rows.toLocaleString('en-GB')} rows`}</legend>
        {all.map(({ column, place }) => (
          <Chip key={column.label} pressed={shown.includes(place)} onPressedChange={(isOn) => show(place, isOn)}>
            <Swatch place={place} />
            {column.label}
          </Chip>
        ))}
      </fieldset>
      {table.notes.map((note) => (
        <Note key={note} icon={Info}>
          {note}
        </Note>
      ))}
      {plots.map(({ unit, columns }) => (
        <Plot key={unit} unit={unit} x={table.x} columns={columns} />
      ))}
      {plots.length === 0 && <p className="py-8 text-center text-ink-2">Choose a column to see its line.</p>}
      <FiguresTable columns={all} />
    </div>
  )
}
