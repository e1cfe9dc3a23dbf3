import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, useRef } from 'react'
import type { KnownHorse } from '#features/records/horses/web/data.ts'
import { Actions, Due, type HorseActs, Named, Owner, When } from '#features/records/horses/web/HorseCells.tsx'
import { HorseStatusBadge } from '#features/records/horses/web/HorseStatusBadge.tsx'
import type { HorseOrder, SortColumn } from '#features/records/horses/web/horse-list.ts'
import { usePlaceOnPage } from '#features/records/horses/web/use-place-on-page.ts'
import { useRowKeys } from '#features/records/horses/web/use-row-keys.ts'
import type { Day } from '#lib/dates.ts'
import { cx } from '#ui/cx.ts'

type Props = HorseActs & {
  horses: readonly KnownHorse[]
  selectedId: string | null
  today: Day
  order: HorseOrder | null
  onOrder: (column: SortColumn) => void
}

/* Every row has one of two heights, so that none need be measured. */
const ROW = 60
const ROW_WITH_FLAGS = 86
/** Rows ready above and below what is seen, so that a turn of the wheel finds them. */
const SPARE = 5

/* Next to an opened record, which has its own last visit, until there is room for both. */
const WITHOUT_ROOM = 'max-[1500px]:hidden'

const COLUMNS = [
  { key: 'horse', head: 'Horse', sorts: true, width: undefined },
  { key: 'owner', head: 'Owner', sorts: true, width: ['w-[22%]', 'w-[150px]'] },
  { key: 'last', head: 'Last Service', sorts: true, width: ['w-[132px]', 'w-[112px]'] },
  { key: 'due', head: 'Next Due', sorts: true, width: ['w-[132px]', 'w-[112px]'] },
  { key: 'status', head: 'Status', sorts: true, width: ['w-[148px]', 'w-[132px]'] },
  { key: 'actions', head: 'Actions', sorts: false, width: ['w-[132px]', 'w-[120px]'] },
] as const

/**
 * Spec §2 Horses: Horse, Owner, Last Service, Next Due, Status, Actions. From 1024 px. Only the visible rows are rendered, even of ten
 * thousand; one empty row replaces all rows above and one all rows below, and every row states its index.
 */
export function HorseGrid({ horses, selectedId, today, order, onOrder, ...act }: Props) {
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = useWindowVirtualizer({
    count: horses.length,
    estimateSize: (at) => heightOf(horses[at]),
    getItemKey: (at) => horses[at]?.id ?? at,
    overscan: SPARE,
    scrollMargin: usePlaceOnPage(body),
  })
  const shown = rows.getVirtualItems()
  const [first, last] = [shown[0], shown.at(-1)]
  const margin = rows.options.scrollMargin
  // One that spans a column which is not shown would make room for it.
  const across = selectedId ? COLUMNS.length - 1 : COLUMNS.length
  const cell = selectedId ? 'px-1.5 first:pl-3 last:pr-3' : 'px-3'
  return (
    <table aria-rowcount={horses.length + 1} className="w-full table-fixed border-collapse">
      <caption className="sr-only">Horses</caption>
      <thead>
        <tr aria-rowindex={1}>
          {COLUMNS.map((column) => (
            <th
              key={column.key}
              scope="col"
              {...(column.sorts && { 'aria-sort': sortOf(order, column.key) })}
              className={cx(
                'sticky top-(--bar-top) z-10 border-b border-line-2 bg-surface text-14 font-medium whitespace-nowrap text-ink-2',
                cell,
                column.width?.[selectedId ? 1 : 0],
                column.key === 'last' && selectedId && WITHOUT_ROOM,
                column.key === 'actions' ? 'py-2.5 text-right' : 'py-1 text-left',
              )}
            >
              {column.sorts ? <SortButton column={column} order={order} onOrder={onOrder} /> : column.head}
            </th>
          ))}
        </tr>
      </thead>
      {/* No anchor: the browser would hold on to a row that is gone, and scroll back to where it was. */}
      <tbody
        ref={body}
        className="divide-y divide-line [overflow-anchor:none]"
        onKeyDown={useRowKeys(horses.length, (at) => rows.scrollToIndex(at))}
      >
        <Gap height={first ? first.start - margin : 0} across={across} />
        {shown.map(({ index }) => {
          const horse = horses[index]
          return (
            horse && (
              <Row
                key={horse.id}
                horse={horse}
                index={index}
                isOn={horse.id === selectedId}
                isNarrow={selectedId !== null}
                today={today}
                cell={cell}
                {...act}
              />
            )
          )
        })}
        <Gap height={last ? rows.getTotalSize() + margin - last.end : 0} across={across} />
      </tbody>
    </table>
  )
}

type RowProps = HorseActs & { horse: KnownHorse; index: number; isOn: boolean; isNarrow: boolean; today: Day; cell: string }

/* Rendered once and kept while visible: scrolling renders only the rows that appear, not the ones that stay. */
const Row = memo(({ horse, index, isOn, isNarrow, today, cell, ...act }: RowProps) => (
  <tr
    data-index={index}
    aria-rowindex={index + 2}
    {...(isOn && { 'aria-current': 'true' as const })}
    className={isOn ? 'bg-sunken' : undefined}
  >
    <td className={cx('py-0', cell, isOn && 'shadow-[inset_3px_0_0_var(--ember)]')} style={{ height: heightOf(horse) }}>
      <Named horse={horse} oneLine />
    </td>
    <td className={cell}>
      <Owner horse={horse} />
    </td>
    <td className={cx(cell, isNarrow && WITHOUT_ROOM)}>
      <When day={horse.lastService} today={today} />
    </td>
    <td className={cell}>
      <Due horse={horse} today={today} />
    </td>
    <td className={cell}>
      <HorseStatusBadge horse={horse} />
    </td>
    <td className={cx('text-right', cell)}>
      <Actions horse={horse} {...act} />
    </td>
  </tr>
))

const heightOf = (horse: KnownHorse | undefined) => (horse?.flags.length ? ROW_WITH_FLAGS : ROW)

/** The rows that are out of sight. */
const Gap = ({ height, across }: { height: number; across: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td colSpan={across} className="p-0" style={{ height }} />
    </tr>
  )

const sortOf = (order: HorseOrder | null, column: string) =>
  order?.by === column ? (order.isDescending ? ('descending' as const) : ('ascending' as const)) : ('none' as const)

type SortProps = Pick<Props, 'order' | 'onOrder'> & { column: { key: SortColumn; head: string } }

function SortButton({ column, order, onOrder }: SortProps) {
  const isOn = order?.by === column.key
  const Arrow = order?.isDescending ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      onClick={() => onOrder(column.key)}
      className={cx('-ml-2 inline-flex min-h-8 items-center gap-1 rounded-md px-2 hover:bg-sunken', isOn && 'font-bold text-ink')}
    >
      {column.head}
      {isOn && <Arrow size={16} aria-hidden />}
    </button>
  )
}
