import type { ReactNode } from 'react'
import type { Client } from '#features/records/clients/contract.ts'
import { directionsHref, positionInWords, positionOf, what3wordsHref } from '#lib/position.ts'
import { outside } from '#platform/web/device/outside.ts'

type Placed = Pick<Client, 'lat' | 'lng' | 'what3words'>

/** The position and the three words of a client or yard as facts, each leading to where it can be seen. */
export function placeFacts(record: Placed): readonly (readonly [name: string, value: ReactNode])[] {
  const at = positionOf(record)
  return [
    ['Position', at && <PlaceLink href={directionsHref(at, null) ?? ''}>{positionInWords(at)}</PlaceLink>],
    ['what3words', record.what3words && <PlaceLink href={what3wordsHref(record.what3words)}>{`///${record.what3words}`}</PlaceLink>],
  ]
}

/* Leads out of the app, to a map. */
const PlaceLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a target="_blank" rel="noreferrer" {...outside(href)} className="link break-words">
    {children}
  </a>
)
