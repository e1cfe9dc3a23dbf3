import { type RefObject, useLayoutEffect, useRef } from 'react'
import type { Day } from '#lib/dates.ts'

/**
 * One tab stop for everything that can be pressed in the diary: the element that had the focus last, else the chosen day. Arrows do the
 * rest (use-diary-keys.ts). Works on the page itself, so that hundreds of buttons need not know which of them it is.
 */
export function useRoving(root: RefObject<HTMLElement | null>, day: Day) {
  const latest = useRef<HTMLElement | null>(null)
  const chosen = useRef(day)
  useLayoutEffect(() => {
    const element = root.current
    if (!element) return
    if (chosen.current !== day && !element.contains(document.activeElement)) latest.current = null
    chosen.current = day
    const settle = () => updateStops(element, latest, chosen.current)
    const take = ({ target }: FocusEvent) => {
      latest.current = target instanceof Element ? target.closest('button') : null
      settle()
    }
    settle()
    const changes = new MutationObserver(settle)
    changes.observe(element, { childList: true, subtree: true })
    element.addEventListener('focusin', take)
    return () => {
      changes.disconnect()
      element.removeEventListener('focusin', take)
    }
  }, [root, day])
}

function updateStops(root: HTMLElement, latest: { current: HTMLElement | null }, day: Day) {
  const buttons = [...root.querySelectorAll('button')]
  const kept = buttons.find((button) => button === latest.current)
  const stop = kept ?? buttons.find((button) => button.dataset.day === day) ?? buttons[0]
  latest.current = kept ?? null
  for (const button of buttons) {
    const tabIndex = button === stop ? 0 : -1
    if (button.tabIndex !== tabIndex) button.tabIndex = tabIndex
  }
}
