import { Check, ChevronDown, Plus } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type Ref, useRef } from 'react'
import { cx } from '#ui/cx.ts'
import { useField } from '#ui/Field.tsx'
import { INPUT_CLASS } from '#ui/input-style.ts'
import type { Option } from '#ui/match-options.ts'
import { isCreateRow, useCombobox } from '#ui/use-combobox.ts'

type Props = {
  /** Undefined while they are read: nothing is offered and Enter takes nothing. */
  options: readonly Option[] | undefined
  value: string | undefined
  onChange: (value: string | undefined) => void
  placeholder?: string
  /** Shown when nothing matches. */
  emptyText?: string
  /** Offers to make a new record of what was typed. */
  onCreate?: (typed: string) => void
  onBlur?: () => void
  disabled?: boolean
  'aria-label'?: string
  ref?: Ref<HTMLInputElement>
}

/** One of many, by typing: arrows walk, Enter takes, Escape gives up, an emptied box means none. Shows the first 50 that match. */
export function Combobox({ options, value, onChange, onCreate, placeholder, emptyText, onBlur, disabled, ref, ...rest }: Props) {
  const list = useCombobox({ options, value, onChange, onCreate })
  const anchor = useRef<HTMLSpanElement>(null)
  const chosen = options?.find((option) => option.value === value)
  return (
    <Popover.Root open={list.isOpen} onOpenChange={(open) => !open && list.close()}>
      <Popover.Anchor asChild>
        <span ref={anchor} className="relative block min-w-0">
          <input
            {...useField()}
            {...rest}
            ref={ref}
            role="combobox"
            aria-expanded={list.isOpen}
            aria-controls={list.isOpen ? list.listId : undefined}
            aria-autocomplete="list"
            aria-activedescendant={list.isOpen && list.rows[list.active] ? `${list.listId}-${list.active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            disabled={disabled}
            placeholder={placeholder}
            value={list.typed ?? chosen?.label ?? ''}
            onChange={(event) => list.type(event.target.value)}
            onClick={list.open}
            onKeyDown={list.keyDown}
            onBlur={() => {
              list.close()
              onBlur?.()
            }}
            className={cx(INPUT_CLASS, 'truncate pr-10')}
          />
          <ChevronDown size={18} aria-hidden className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2" />
        </span>
      </Popover.Anchor>
      <span className="sr-only" role="status">
        {list.isOpen && list.typed && options ? `${list.total} found` : ''}
      </span>
      {/* No portal: the list stays beside its box, in the same landmark or dialog. */}
      <Popover.Content
        align="start"
        sideOffset={4}
        collisionPadding={8}
        role="presentation"
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => anchor.current?.contains(event.target as Node) && event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
        className="z-50 max-h-[min(320px,var(--radix-popover-content-available-height))] w-[var(--radix-popover-trigger-width)] min-w-56 overflow-y-auto overscroll-contain rounded-xl border border-line bg-surface p-1 shadow-pop"
      >
        <ComboboxList list={list} value={value} label={rest['aria-label'] ?? placeholder ?? 'Choices'} />
        {list.rows.length === 0 && <p className="px-3 py-2 text-ink-2">{options ? (emptyText ?? 'Nothing found') : 'Looking...'}</p>}
        {list.hidden > 0 && <p className="px-3 py-2 text-14 text-ink-2">{list.hidden} more, keep typing</p>}
      </Popover.Content>
    </Popover.Root>
  )
}

type ListProps = { list: ReturnType<typeof useCombobox>; value: string | undefined; label: string }

const ComboboxList = ({ list, value, label }: ListProps) => (
  <div id={list.listId} role="listbox" aria-label={label}>
    {list.rows.map((row, index) => (
      <ComboboxRow
        key={row.value}
        id={`${list.listId}-${index}`}
        row={row}
        isActive={index === list.active}
        isChosen={row.value === value}
        onPick={() => list.pick(row)}
        onPoint={() => list.setActive(index)}
      />
    ))}
  </div>
)

type RowProps = { id: string; row: Option; isActive: boolean; isChosen: boolean; onPick: () => void; onPoint: () => void }

/* The keyboard stays with the input (aria-activedescendant), so a row takes only the pointer. */
const ComboboxRow = ({ id, row, isActive, isChosen, onPick, onPoint }: RowProps) => (
  <div
    id={id}
    role="option"
    aria-selected={isChosen}
    tabIndex={-1}
    onPointerUp={onPick}
    onPointerMove={onPoint}
    ref={(element) => (isActive ? element?.scrollIntoView({ block: 'nearest' }) : undefined)}
    className={cx('flex min-h-12 cursor-pointer items-center gap-2 rounded-md px-3 py-1.5 md:min-h-10', isActive && 'bg-sunken')}
  >
    {isCreateRow(row) && <Plus size={18} aria-hidden className="shrink-0" />}
    <span className="min-w-0 flex-1">
      <span className={cx('block truncate', isChosen && 'font-bold')}>{row.label}</span>
      {row.detail && <span className="block truncate text-14 text-ink-2">{row.detail}</span>}
    </span>
    {isChosen && <Check size={18} aria-hidden className="shrink-0" />}
  </div>
)
