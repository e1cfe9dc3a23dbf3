import { useEffect, useState } from 'react'

const FIELD = 'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * Where the focus goes when a layer opens: to its first field, where there is a keyboard or `always`; else to the layer itself, so that a
 * phone's keyboard does not cover what must be read. When it closes: back to the element that had it, or to the page's main part when
 * that is gone (what a layer that has given way to this one had come from counts as its own), also a moment later: what was done in the layer often removes the button that opened it. (Radix only knows its own triggers; our dialogs are opened by state.) Call it in the component that mounts with the layer.
 */
export function useReturnFocus(always = false) {
  const [from] = useState(focused)
  useEffect(() => {
    countLayers(1)
    return () => countLayers(-1)
  }, [])
  return {
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault()
      const layer = event.currentTarget as HTMLElement
      cameFrom.set(layer, from)
      latest = layer
      const field = always || matchMedia('(pointer: fine)').matches ? layer.querySelector<HTMLElement>(FIELD) : null
      ;(field ?? layer).focus({ preventScroll: true })
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (latest === event.currentTarget) latest = undefined
      const back = stillThere(from)
      if (!(back instanceof HTMLElement)) return focusMain()
      back.focus({ preventScroll: true })
      focusMainWhenGone(back)
    },
  }
}

const cameFrom = new WeakMap<Element, Element | null>()
/* The layer that has opened last, until it has given the focus back. */
let latest: Element | undefined

/* Nothing has it while one layer gives way to another: then it is still that one's. */
function focused(): Element | null {
  const { activeElement } = document
  return activeElement === document.body && latest ? latest : activeElement
}

/* What has gone with a layer leaves the focus to what that layer had come from. */
function stillThere(from: Element | null): Element | null {
  if (!from || from.isConnected) return from
  for (let node: Element | null = from; node; node = node.parentElement)
    if (cameFrom.has(node)) return stillThere(cameFrom.get(node) ?? null)
  return null
}

let layers = 0

/* While a layer is open the page behind it takes no part, also what comes into it later: Radix hides only what was there when it opened. */
function countLayers(change: 1 | -1) {
  layers += change
  const main = document.querySelector('main')
  if (main) main.inert = layers > 0
}

const focusMain = () => document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })

/* Without it the browser gives the focus to nothing, and the next Tab begins at the top of the page. */
function focusMainWhenGone(focused: HTMLElement) {
  const observer = new MutationObserver(() => {
    if (focused.isConnected && document.activeElement === focused) return
    observer.disconnect()
    if (document.activeElement === document.body) focusMain()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}
