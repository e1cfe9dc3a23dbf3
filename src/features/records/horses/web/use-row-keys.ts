import { type KeyboardEvent, useEffect, useRef } from 'react'

const PAGE = 10

/**
 * Arrow keys from a button of a row to the same button of another, Page Up and Down by ten, Home and End to the ends; rows say their place
 * as `data-index`. A row out of sight is brought there first.
 */
export function useRowKeys(count: number, bring: (index: number) => void): (event: KeyboardEvent<HTMLElement>) => void {
  const wanted = useRef<{ within: HTMLElement; index: number; place: number }>(undefined)
  // The row may be there only after the next drawing.
  useEffect(() => {
    if (wanted.current && focusAt(wanted.current)) wanted.current = undefined
  })
  return (event) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
    const target = row && goalOf(event.key, Number(row.dataset.index), count)
    if (!row || target === null || target === undefined) return
    event.preventDefault()
    const going = { within: event.currentTarget, index: target, place: focusable(row).indexOf(event.target as HTMLElement) }
    bring(target)
    if (!focusAt(going)) wanted.current = going
  }
}

function goalOf(key: string, at: number, count: number): number | null {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE, PageUp: at - PAGE, Home: 0, End: count - 1 }[key]
  return to === undefined ? null : Math.min(count - 1, Math.max(0, to))
}

function focusAt({ within, index, place }: { within: HTMLElement; index: number; place: number }): boolean {
  const row = within.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const buttons = row ? focusable(row) : []
  const button = buttons[place] ?? buttons[0]
  button?.focus({ preventScroll: true })
  return button !== undefined
}

const focusable = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>('button, a[href]')]
