import { figure, type Placed } from '#features/evidence/gait/web/lines.ts'
import { Swatch } from '#features/evidence/gait/web/Swatch.tsx'

const HEAD = 'border-b border-line-2 py-2.5 pl-3 text-right text-14 font-medium text-ink-2'
const CELL = 'py-2.5 pl-3 text-right tabular-nums'

/** Each column's least, mean and greatest, of every row of the file; three short figures have room on a phone too. */
export const FiguresTable = ({ columns }: { columns: readonly Placed[] }) => (
  <table className="w-full max-w-180 border-collapse">
    <caption className="sr-only">Lowest, mean and highest of each column</caption>
    <thead>
      <tr>
        <th scope="col" className="border-b border-line-2 py-2.5 text-left text-14 font-medium text-ink-2">
          Column
        </th>
        {['Lowest', 'Mean', 'Highest'].map((each) => (
          <th key={each} scope="col" className={HEAD}>
            {each}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="divide-y divide-line">
      {columns.map(({ column, place }) => (
        <tr key={column.label}>
          <th scope="row" className="py-2.5 text-left font-normal wrap-anywhere">
            <span className="flex items-center gap-2">
              <span className="max-sm:hidden">
                <Swatch place={place} />
              </span>
              {column.label}
            </span>
          </th>
          <td className={CELL}>{figure(column.least)}</td>
          <td className={CELL}>{figure(column.mean)}</td>
          <td className={CELL}>{figure(column.greatest)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
