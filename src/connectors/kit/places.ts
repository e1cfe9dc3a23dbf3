import type { Connector } from '#connectors/kit/connector.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import type { LatLng } from '#lib/position.ts'

/** The port of what knows where three words are. Whatever is thrown is a Refusal. */
type Words = {
  /** Where three words are, `filled.count.soap`; null: nowhere. */
  find: (wire: Wire, words: string) => Promise<LatLng | null>
}

/** The port of what knows where postcodes are. Whatever is thrown is a Refusal. */
export type Postcodes = {
  /** The most in one request. */
  most: number
  /** Whether it covers a postcode, `SY8 1AA`. */
  covers: (postcode: string) => boolean
  /** The centre of each postcode; null: it is not known there, or has none. */
  find: (wire: Wire, postcodes: readonly string[]) => Promise<ReadonlyMap<string, LatLng | null>>
}

export type WordsConnector = Connector & { words: Words }
export type PostcodesConnector = Connector & { postcodes: Postcodes }
