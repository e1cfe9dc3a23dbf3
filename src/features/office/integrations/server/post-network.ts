import type { Poster } from '#connectors/kit/poster.ts'
import type { Wire } from '#connectors/kit/wire.ts'
import { POSTERS } from '#connectors/registry.ts'
import { wireOf } from '#features/office/integrations/server/far-wire.ts'
import type { Pass } from '#features/office/integrations/server/in-pass.ts'

/** A network: who posts there, and the way, made at the first request. */
export type FarNetwork = {
  network: string
  name: string
  /** Bytes that its picture may have there. */
  most: number
  fetchesPicture: boolean
  poster: Poster
  wire: () => Promise<Wire>
}
/** What a pass did, for the card's log. */
export type Counts = Record<'added' | 'removed' | 'failed', number>

/** @throws Error where it is no network */
export function networkOf(pass: Pass): FarNetwork {
  const connector = POSTERS[pass.row.connector]
  if (!connector?.manifest.posts) throw new Error(`no network: ${pass.row.connector}`)
  const { id, name, posts } = connector.manifest
  let wire: Promise<Wire> | undefined
  return {
    ...{ network: id, name, most: posts.bytes, fetchesPicture: posts.fetchesPicture ?? false, poster: connector.poster },
    wire: () => {
      wire ??= wireOf(pass, pass.row)
      return wire
    },
  }
}
