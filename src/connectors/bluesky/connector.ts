import { z } from 'zod'
import { call, isProblem, type Session, sessionOf } from '#connectors/bluesky/api.ts'
import { manifest } from '#connectors/bluesky/manifest.ts'
import { COLLECTION, fits, keyOf, recordOf } from '#connectors/bluesky/record.ts'
import type { PosterConnector } from '#connectors/kit/connector.ts'
import type { FarPost, Posted } from '#connectors/kit/poster.ts'
import { Refusal } from '#connectors/kit/refusal.ts'
import type { Wire } from '#connectors/kit/wire.ts'

const Blob = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string().max(200) }),
  mimeType: z.string().max(100),
  size: z.int().positive(),
})
const Uploaded = z.object({ blob: Blob })
/** Of a post that was not there any more: nothing. */
const Deleted = z.object({ commit: z.object({ cid: z.string().max(200) }).optional() })
const Written = z.object({ uri: z.string().max(1000) })

async function upload(wire: Wire, { text, picture }: FarPost): Promise<z.output<typeof Blob>> {
  if (!fits(text)) throw new Refusal('refused', { sentence: 'The words are too long for Bluesky: it takes 300 characters.' })
  const ask = { body: picture.bytes, type: 'image/jpeg' }
  return (await call(wire, 'com.atproto.repo.uploadBlob', Uploaded, ask)).blob
}

/** A picture that no record names is soon gone there, so one that was prepared long ago is handed over again. */
async function publish(wire: Wire, post: FarPost, prepared: string): Promise<Posted> {
  const blob = Blob.safeParse(parsed(prepared)).data ?? (await upload(wire, post))
  try {
    return await write(wire, post, blob)
  } catch (error) {
    if (!isProblem(error, 'BlobNotFound')) throw error
    return write(wire, post, await upload(wire, post))
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Writes it to a place that follows from the post, so that a repeat changes nothing. */
async function write(wire: Wire, post: FarPost, blob: object): Promise<Posted> {
  const session = await sessionOf(wire)
  const rkey = keyOf(post.uid)
  const body = { repo: session.did, collection: COLLECTION, rkey, record: recordOf(post, blob) }
  const { uri } = await call(wire, 'com.atproto.repo.putRecord', Written, { body })
  return { remoteId: uri, url: urlOf(session, rkey) }
}

const urlOf = ({ handle }: Session, rkey: string) => `https://bsky.app/profile/${handle}/post/${rkey}`

async function find(wire: Wire, { uid }: FarPost): Promise<Posted | null> {
  const session = await sessionOf(wire)
  const rkey = keyOf(uid)
  const query = { repo: session.did, collection: COLLECTION, rkey }
  try {
    const { uri } = await call(wire, 'com.atproto.repo.getRecord', Written, { query })
    return { remoteId: uri, url: urlOf(session, rkey) }
  } catch (error) {
    if (isProblem(error, 'RecordNotFound')) return null
    throw error
  }
}

async function remove(wire: Wire, remoteId: string): Promise<void> {
  const { did } = await sessionOf(wire)
  const [repo, collection, rkey = ''] = remoteId.replace('at://', '').split('/')
  if (repo !== did || collection !== COLLECTION)
    throw new Refusal('refused', { sentence: "It's on another Bluesky account than the one that's connected. Take it down there." })
  await call(wire, 'com.atproto.repo.deleteRecord', Deleted, { body: { repo, collection, rkey } })
}

/** Bluesky, and everyone's own server of the same protocol. */
export const bluesky: PosterConnector = {
  manifest,
  check: async (wire) => ({ account: (await sessionOf(wire)).handle }),
  poster: { prepare: async (wire, post) => JSON.stringify(await upload(wire, post)), publish, find, remove },
}
