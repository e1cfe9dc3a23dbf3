import { useRef } from 'react'

/**
 * Where the focus goes when a layer closes: back to the element that had it, or to the page's main part when that is gone.
 * (Radix only knows its own triggers; our dialogs are opened by state.)
 */
export function useReturnFocus() {
  const from = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      from.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      const back =
        from.current instanceof HTMLElement && from.current.isConnected ? from.current : document.querySelector<HTMLElement>('main')
      back?.focus({ preventScroll: true })
    },
  }
}
