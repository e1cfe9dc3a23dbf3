import { feed } from '#connectors/feed/manifest.ts'
import type { Manifest } from '#connectors/kit/manifest.ts'

/** Every connector there is, in the order of its cards. */
export const CONNECTORS: readonly Manifest[] = [feed]
