import type { Readable } from 'node:stream'
import { type Bucket, bodyOf, isMissing } from '#platform/server/files/s3.ts'

/** The least a part may have, but for the last; some stores want all of one size. */
const PART_BYTES = 5 * 1024 * 1024

/**
 * The progress of an upload. It is stored in the bucket next to the upload, so that any server can continue it. It is written after the parts it
 * records: a part that a stopped server wrote and did not record is written again.
 */
type State = { bytes: number; uploadId: string; etags: string[]; tail: number }

const STATE = '.state'
/** The bytes that do not yet fill a part. Named by where they end, so that older ones are never mistaken for them. */
const TAIL = '.tail-'

/** Uploads in parts: S3 multipart uploads, which take no part under 5 MB, while a phone sends as much as gets through. */
export function partsOf(bucket: Bucket) {
  const { s3, Bucket } = bucket
  const read = async (key: string): Promise<State | undefined> => {
    const found = await s3.getObject({ Bucket, Key: key + STATE }).catch(noneIfMissing)
    return found && (JSON.parse((await gather(bodyOf(found.Body))).toString()) as State)
  }
  return {
    /** Begins an upload of so many bytes; one under way goes on. */
    async begin(key: string, bytes: number): Promise<void> {
      if (await read(key)) return
      const { UploadId = '' } = await s3.createMultipartUpload({ Bucket, Key: key })
      await note(bucket, key, { bytes, uploadId: UploadId, etags: [], tail: 0 })
    },
    /** Gives an upload up with all that belongs to it. */
    async forget(key: string): Promise<void> {
      const state = await read(key)
      if (!state) return
      await s3.abortMultipartUpload({ Bucket, Key: key, UploadId: state.uploadId }).catch(noneIfMissing)
      if (state.tail) await s3.deleteObject({ Bucket, Key: tailOf(key, state) })
      await s3.deleteObject({ Bucket, Key: key + STATE })
    },
    /** The upload that an object next to it belongs to. */
    nameOf: (name: string): string => name.replace(/\.(state|tail-\d+)$/, ''),
    /** Its progress; undefined: none was begun. All of it may be there without a record of it. */
    async offsetOf(key: string): Promise<number | undefined> {
      const state = await read(key)
      return state && ((await isWhole(bucket, key)) ? state.bytes : offsetOf(state))
    },
    /** Continues it as far as the content arrives: what came before a break counts. Returns the progress then. */
    async append(key: string, content: Readable, look: (piece: Buffer) => void): Promise<number> {
      const state = await read(key)
      if (!state) throw new Error('an upload in parts has lost its state')
      return writeOn(bucket, key, state, { content, look })
    },
  }
}

/** Sends a file of unknown length, all of it or nothing. Returns its ETag. */
export async function sendWhole({ s3, Bucket }: Bucket, key: string, content: Readable): Promise<string> {
  const held = new Held()
  let upload: { id: string; etags: string[] } | undefined
  const sendPart = async (Body: Buffer) => {
    upload ??= { id: (await s3.createMultipartUpload({ Bucket, Key: key })).UploadId ?? '', etags: [] }
    const about = { Bucket, Key: key, UploadId: upload.id, PartNumber: upload.etags.length + 1 }
    upload.etags.push((await s3.uploadPart({ ...about, Body })).ETag ?? '')
  }
  try {
    for await (const chunk of content) {
      held.add(chunk as Buffer)
      while (held.bytes > PART_BYTES) await sendPart(held.take(PART_BYTES))
    }
    if (!upload) return (await s3.putObject({ Bucket, Key: key, Body: held.take(held.bytes) })).ETag ?? ''
    await sendPart(held.take(held.bytes))
    return await complete({ s3, Bucket }, key, upload)
  } catch (error) {
    if (upload) await s3.abortMultipartUpload({ Bucket, Key: key, UploadId: upload.id }).catch(noneIfMissing)
    throw error
  }
}

type Coming = { content: Readable; look: (piece: Buffer) => void }

async function writeOn(bucket: Bucket, key: string, before: State, { content, look }: Coming): Promise<number> {
  const { s3, Bucket } = bucket
  const state = { ...before, etags: [...before.etags] }
  const held = new Held()
  if (state.tail) held.add(await gather(bodyOf((await s3.getObject({ Bucket, Key: tailOf(key, state) })).Body)))
  const sendPart = async (Body: Buffer) => {
    const about = { Bucket, Key: key, UploadId: state.uploadId, PartNumber: state.etags.length + 1 }
    state.etags.push((await s3.uploadPart({ ...about, Body })).ETag ?? '')
  }
  let cut: unknown
  try {
    for await (const chunk of content) {
      look(chunk as Buffer)
      held.add(chunk as Buffer)
      while (held.bytes >= PART_BYTES) await sendPart(held.take(PART_BYTES))
    }
  } catch (error) {
    cut = error
  }
  state.tail = held.bytes
  if (offsetOf(state) === state.bytes) {
    if (state.tail) await sendPart(held.take(state.tail))
    await complete(bucket, key, { id: state.uploadId, etags: state.etags })
    return state.bytes
  }
  if (state.tail) await s3.putObject({ Bucket, Key: tailOf(key, state), Body: held.take(state.tail) })
  await note(bucket, key, state)
  if (before.tail && offsetOf(before) !== offsetOf(state)) await s3.deleteObject({ Bucket, Key: tailOf(key, before) })
  if (cut) throw cut
  return offsetOf(state)
}

async function complete({ s3, Bucket }: Pick<Bucket, 's3' | 'Bucket'>, Key: string, { id, etags }: { id: string; etags: string[] }) {
  const Parts = etags.map((ETag, place) => ({ ETag, PartNumber: place + 1 }))
  return (await s3.completeMultipartUpload({ Bucket, Key, UploadId: id, MultipartUpload: { Parts } })).ETag ?? ''
}

const note = ({ s3, Bucket }: Bucket, key: string, state: State) => s3.putObject({ Bucket, Key: key + STATE, Body: JSON.stringify(state) })

const isWhole = async ({ s3, Bucket }: Bucket, Key: string) => (await s3.headObject({ Bucket, Key }).catch(noneIfMissing)) !== undefined

const offsetOf = ({ etags, tail }: State) => etags.length * PART_BYTES + tail
const tailOf = (key: string, state: State) => key + TAIL + offsetOf(state)

/** What came and is not sent on yet. */
class Held {
  bytes = 0
  #chunks: Buffer[] = []

  add(chunk: Buffer) {
    this.#chunks.push(chunk)
    this.bytes += chunk.length
  }

  take(bytes: number): Buffer {
    const all = Buffer.concat(this.#chunks)
    this.#chunks = [all.subarray(bytes)]
    this.bytes = all.length - bytes
    return all.subarray(0, bytes)
  }
}

const gather = async (content: Readable): Promise<Buffer> => Buffer.concat((await content.toArray()) as Buffer[])

function noneIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
