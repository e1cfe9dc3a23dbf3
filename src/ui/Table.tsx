import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'

type Column<Row> = {
  key: string
  head: ReactNode
  cell: (row: Row) => ReactNode
  /** Right-aligned tabular figures. */
  number?: boolean
  className?: string
}
type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  isSelected?: (row: Row) => boolean
  onRowClick?: (row: Row) => void
}

/** Rows to scan, from 768 px. On a phone show the same rows as cards or a List instead. A row's own link or button is what the keyboard uses. */
export const Table = <Row,>({ label, columns, rows, rowKey, isSelected, onRowClick }: Props<Row>) => (
  <table className="w-full border-collapse">
    <caption className="sr-only">{label}</caption>
    <thead>
      <tr>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            className={cx(
              'border-b border-line-2 px-3 py-2.5 text-14 font-medium whitespace-nowrap text-ink-2',
              column.number ? 'text-right' : 'text-left',
              column.className,
            )}
          >
            {column.head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="divide-y divide-line">
      {rows.map((row) => (
        <TableRow key={rowKey(row)} row={row} columns={columns} isOn={isSelected?.(row) ?? false} onClick={onRowClick} />
      ))}
    </tbody>
  </table>
)

type RowProps<Row> = { row: Row; columns: readonly Column<Row>[]; isOn: boolean; onClick: ((row: Row) => void) | undefined }

const TableRow = <Row,>({ row, columns, isOn, onClick }: RowProps<Row>) => (
  <tr
    {...(isOn && { 'aria-current': 'true' as const })}
    {...(onClick && { onClick: () => onClick(row) })}
    className={cx(isOn && 'bg-sunken', onClick && 'cursor-pointer hover:bg-sunken')}
  >
    {columns.map((column, index) => (
      <td
        key={column.key}
        className={cx(
          'h-14 px-3 py-1.5 align-middle',
          column.number && 'text-right tabular-nums',
          isOn && index === 0 && 'shadow-[inset_3px_0_0_var(--ember)]',
          column.className,
        )}
      >
        {column.cell(row)}
      </td>
    ))}
  </tr>
)
