import { type KeyboardEvent, useId, useState } from 'react'
import { matchOptions, type Option } from '#ui/match-options.ts'

const SHOWN_AT_ONCE = 50
const CREATE = ' create'
/* The first row is marked, and no arrow has come to it yet. */
const FRESH = -1

type Settings = {
  options: readonly Option[] | undefined
  value: string | undefined
  onChange: (value: string | undefined) => void
  onCreate?: ((typed: string) => void) | undefined
}

/** The state and keys of a Combobox: what is typed, which row is active, and what picking one does. */
export function useCombobox({ options, value, onChange, onCreate }: Settings) {
  const [typed, setTyped] = useState<string>()
  const [isOpen, setOpen] = useState(false)
  const [marked, setActive] = useState(0)
  const active = Math.max(0, marked)
  const { shown, total } = isOpen ? matchOptions(options ?? [], typed ?? '', SHOWN_AT_ONCE) : { shown: [], total: 0 }
  // Until the options are here, a name can't be called new.
  const canCreate = onCreate !== undefined && options !== undefined && Boolean(typed?.trim())
  const rows: Option[] = canCreate ? [...shown, { value: CREATE, label: `Add “${typed?.trim()}”` }] : shown

  function open() {
    if (isOpen) return
    setOpen(true)
    setActive(
      Math.max(
        0,
        (options ?? []).slice(0, SHOWN_AT_ONCE).findIndex((option) => option.value === value),
      ),
    )
  }
  function close() {
    setOpen(false)
    setTyped(undefined)
  }
  function type(text: string) {
    setTyped(text)
    setOpen(true)
    // A person who types and presses an arrow means the first that fits, not the row after it.
    setActive(FRESH)
    if (text === '') onChange(undefined)
  }
  function pick(row: Option | undefined) {
    if (row && row.value !== CREATE) onChange(row.value)
    if (row?.value === CREATE) onCreate?.(typed?.trim() ?? '')
    close()
  }
  function keyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      if (isOpen) setActive(Math.min(rows.length - 1, Math.max(0, marked === FRESH ? 0 : marked + step)))
      else open()
    }
    if (event.key === 'Enter' && isOpen) {
      event.preventDefault()
      if (options) pick(rows[active])
    }
    if (event.key === 'Escape' && isOpen) close()
  }
  return { typed, isOpen, active, rows, total, hidden: total - shown.length, listId: useId(), open, close, type, pick, keyDown, setActive }
}

/** The row that makes a new record out of what was typed. */
export const isCreateRow = (row: Option): boolean => row.value === CREATE
