import type { ReactNode } from 'react'
import type { Client } from '#features/records/clients/contract.ts'
import { directionsHref, type LatLng, positionInWords, positionOf, what3wordsHref } from '#lib/position.ts'
import { outside } from '#platform/web/device/outside.ts'

type Placed = Pick<Client, 'lat' | 'lng' | 'positionSource' | 'what3words'>

/** The position and the three words of a client or yard as facts, each leading to where it can be seen. */
export function placeFacts(record: Placed): readonly (readonly [name: string, value: ReactNode])[] {
  const at = positionOf(record)
  return [
    ['Position', at && <Position at={at} source={record.positionSource} />],
    ['what3words', record.what3words && <PlaceLink href={what3wordsHref(record.what3words)}>{`///${record.what3words}`}</PlaceLink>],
  ]
}

/** How a position was found, where no one set it. */
const FOUND: Readonly<Partial<Record<NonNullable<Client['positionSource']>, string>>> = {
  what3words: 'from what3words',
  postcode: 'postcode centre',
}

function Position({ at, source }: { at: LatLng; source: Client['positionSource'] }) {
  const found = source && FOUND[source]
  return (
    <>
      <PlaceLink href={directionsHref(at, null) ?? ''}>{positionInWords(at)}</PlaceLink>
      {found && <span className="text-ink-2">{`, ${found}`}</span>}
    </>
  )
}

/* Leads out of the app, to a map. */
const PlaceLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a target="_blank" rel="noreferrer" {...outside(href)} className="link break-words">
    {children}
  </a>
)
