import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/* For tests only: an account of a Bluesky server's double, and what may stand in it by the lexicons as of November 2026. */

export const [HANDLE, DID, KEY] = ['gareth.bsky.social', 'did:plc:3jzfcijpj2z2a4pdagfkktq6', 'abcd-efgh-ijkl-3f9a']
const COLLECTION = 'app.bsky.feed.post'
const MOST_BYTES = 1_000_000

type FarBlob = { $type: 'blob'; ref: { $link: string }; mimeType: string; size: number }
export type FarRecord = {
  $type: string
  text: string
  createdAt: string
  langs?: string[]
  facets?: { index: { byteStart: number; byteEnd: number }; features: { $type: string; uri?: string; tag?: string }[] }[]
  embed?: { $type: string; images: { alt: string; image: FarBlob; aspectRatio?: { width: number; height: number } }[] }
}
export type Place = { repo: string; collection: string; rkey: string }

/** An answer that is a refusal. */
export class Problem extends Error {
  readonly status: number
  readonly error: string
  constructor(status: number, error: string, message: string) {
    super(message)
    this.status = status
    this.error = error
  }
}
export const invalid = (message: string) => new Problem(400, 'InvalidRequest', message)

/** An account, its app password, its posts and their pictures. */
export class FarAccount {
  readonly blobs = new Map<string, Buffer>()
  readonly records = new Map<string, FarRecord>()
  readonly tokens = new Set<string>()
  signIns = 0
  isRevoked = false
  isClosed = false

  createSession({ identifier, password }: Record<string, unknown>) {
    const isAccount = identifier === HANDLE || identifier === DID
    if (!isAccount || password !== KEY || this.isRevoked) throw new Problem(401, 'AuthenticationRequired', 'Invalid identifier or password')
    this.signIns += 1
    const accessJwt = `token-${this.signIns}`
    this.tokens.add(accessJwt)
    const active = !this.isClosed
    return { did: DID, handle: HANDLE, accessJwt, refreshJwt: `refresh-${this.signIns}`, active, ...(!active && { status: 'deactivated' }) }
  }

  requireToken({ authorization = '' }: IncomingHttpHeaders) {
    if (!authorization) throw new Problem(401, 'AuthMissing', 'Authentication Required')
    const token = authorization.replace('Bearer ', '')
    if (!/^token-\d+$/.test(token)) throw new Problem(400, 'InvalidToken', 'Token could not be verified')
    if (!this.tokens.has(token)) throw new Problem(400, 'ExpiredToken', 'Token has expired')
  }

  upload(headers: IncomingHttpHeaders, bytes: Buffer): FarBlob {
    if (bytes.length > MOST_BYTES) throw new Problem(413, 'PayloadTooLarge', 'request entity too large')
    const $link = cidOf(bytes)
    this.blobs.set($link, bytes)
    return { $type: 'blob', ref: { $link }, mimeType: String(headers['content-type']), size: bytes.length }
  }

  putRecord({ collection, rkey, record }: Place & { record: FarRecord }) {
    if (collection !== COLLECTION || !/^[2-7a-j][2-7a-z]{12}$/.test(rkey)) throw invalid(`Invalid record key for ${collection}`)
    const fault = faultIn(record)
    if (fault) throw invalid(`Invalid ${COLLECTION} record: ${fault}`)
    for (const { image } of record.embed?.images ?? [])
      if (!this.blobs.has(image.ref.$link)) throw new Problem(400, 'BlobNotFound', `Could not find blob: ${image.ref.$link}`)
    this.records.set(rkey, record)
    return { uri: uriOf(rkey), cid: cidOf(Buffer.from(JSON.stringify(record))), validationStatus: 'valid' }
  }

  /** One that is not there is deleted. */
  deleteRecord({ rkey }: Place) {
    const isThere = this.records.delete(rkey)
    this.dropBlobs()
    return isThere ? { commit: { cid: cidOf(Buffer.from(rkey)), rev: rkey } } : {}
  }

  getRecord({ repo, rkey }: Place) {
    const value = repo === DID ? this.records.get(rkey) : undefined
    if (!value) throw new Problem(400, 'RecordNotFound', `Could not locate record: ${uriOf(rkey)}`)
    return { uri: uriOf(rkey), cid: cidOf(Buffer.from(JSON.stringify(value))), value }
  }

  /** Pictures that no record names are gone after a while. */
  dropBlobs() {
    const named = new Set([...this.records.values()].flatMap(({ embed }) => embed?.images.map(({ image }) => image.ref.$link) ?? []))
    for (const link of this.blobs.keys()) if (!named.has(link)) this.blobs.delete(link)
  }

  /** What is on its profile. */
  posts() {
    return [...this.records].map(([rkey, { text, embed, createdAt }]) => ({
      ...{ remoteId: uriOf(rkey), text, at: new Date(createdAt), altText: embed?.images[0]?.alt ?? '' },
      bytes: this.blobs.get(embed?.images[0]?.image.ref.$link ?? '') ?? Buffer.alloc(0),
    }))
  }
}

const uriOf = (rkey: string) => `at://${DID}/${COLLECTION}/${rkey}`

/** What is wrong with a post by its lexicon, as of November 2026; undefined: nothing. */
function faultIn({ $type, text, createdAt, langs = [], facets = [], embed, ...more }: FarRecord): string | undefined {
  const length = Buffer.byteLength(text)
  const letters = [...new Intl.Segmenter().segment(text)].length
  const images = embed?.images ?? []
  const faults: [string, boolean][] = [
    ['$type', $type !== COLLECTION],
    ['string too big (maximum 3000 bytes)', length > 3000],
    ['string too big (maximum 300 graphemes)', letters > 300],
    ['createdAt', !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(createdAt)],
    ['langs', langs.length > 3 || langs.some((lang) => !/^[a-z]{2}(-[A-Z]{2})?$/.test(lang))],
    ['facets', facets.some(({ index: { byteStart, byteEnd } }) => byteStart < 0 || byteEnd <= byteStart || byteEnd > length)],
    ['embed', embed?.$type !== 'app.bsky.embed.images' || images.length < 1 || images.length > 4],
    ['alt', images.some(({ alt }) => typeof alt !== 'string')],
    [
      'aspectRatio',
      images.some(({ aspectRatio }) => aspectRatio && !Object.values(aspectRatio).every((n) => Number.isInteger(n) && n > 0)),
    ],
    ['image', images.some(({ image }) => image.$type !== 'blob' || !image.mimeType.startsWith('image/') || image.size > MOST_BYTES)],
    [`unknown ${Object.keys(more)}`, Object.keys(more).length > 0],
  ]
  return faults.find(([, isWrong]) => isWrong)?.[0]
}

/** The name of bytes there: a CID of version 1, raw, SHA-256, in base32. */
function cidOf(bytes: Buffer): string {
  let [bits, held, text] = [0, 0, 'b']
  for (const byte of Buffer.concat([Buffer.from([1, 0x55, 0x12, 0x20]), createHash('sha256').update(bytes).digest()])) {
    held = (held << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += SIGNS[(held >> (bits - 5)) & 31]
    held &= 31
  }
  return bits > 0 ? `${text}${SIGNS[(held << (5 - bits)) & 31]}` : text
}
const SIGNS = 'abcdefghijklmnopqrstuvwxyz234567'
