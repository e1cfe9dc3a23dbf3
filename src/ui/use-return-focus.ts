import { useState } from 'react'

const FIELD = 'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

/**
 * Where the focus goes when a layer opens: to its first field, where there is a keyboard or `always`; else to the layer itself, so that a
 * phone's keyboard does not cover what is to be read. When it closes: back to the element that had it, or to the page's main part when
 * that is gone. (Radix only knows its own triggers; our dialogs are opened by state.) Call it in the component that mounts with the layer.
 */
export function useReturnFocus(always = false) {
  const [from] = useState(() => document.activeElement)
  return {
    onOpenAutoFocus: (event: Event) => {
      event.preventDefault()
      const layer = event.currentTarget as HTMLElement
      const field = always || matchMedia('(pointer: fine)').matches ? layer.querySelector<HTMLElement>(FIELD) : null
      ;(field ?? layer).focus({ preventScroll: true })
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const back = from instanceof HTMLElement && from.isConnected ? from : document.querySelector<HTMLElement>('main')
      back?.focus({ preventScroll: true })
    },
  }
}
