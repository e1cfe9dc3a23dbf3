import type { Wire } from '#connectors/kit/wire.ts'

/** A post as a network gets it. `uid`: our id of it. The picture is a JPEG; its sides are in pixels. */
export type FarPost = {
  uid: string
  text: string
  altText: string
  at: Date
  picture: { bytes: Uint8Array<ArrayBuffer>; width: number; height: number }
  /** Where a network that fetches the picture itself finds it, for an hour; null for the others. */
  pictureUrl: string | null
}

/** A post as it stands there; `url`: where people see it. */
export type Posted = { remoteId: string; url: string }

/** The port of social networks. All that is thrown is a Refusal. */
export type Poster = {
  /** Hands everything over but shows nothing. Returns what it is published by; a repeat does no harm. */
  prepare: (wire: Wire, post: FarPost) => Promise<string>
  /** Makes it public. Without an answer it may be there: see `find`. */
  publish: (wire: Wire, post: FarPost, prepared: string) => Promise<Posted>
  /** Whether a post whose publishing got no answer is there; null: it is not; `unknown`: only a person can see. */
  find: (wire: Wire, post: FarPost, prepared: string) => Promise<Posted | null | 'unknown'>
  /** Takes a post down. One that is not there is down. @throws Refusal `refused` with a sentence where only a person can */
  remove: (wire: Wire, remoteId: string) => Promise<void>
}
