import { useEffect, useRef } from 'react'
import { copyText } from '#platform/web/device/clipboard.ts'
import { HowToPay, type PayRow } from '#ui/HowToPay.tsx'
import { wireCopyButtons } from '#ui/wire-copy-buttons.ts'

/** How to pay the invoice of a finished stop, to be copied where its owner already is. */
export function PayHere({ rows }: { rows: readonly PayRow[] }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current) wireCopyButtons(copyText, place.current)
  }, [])
  return (
    <div ref={place}>
      <HowToPay rows={rows} />
    </div>
  )
}
