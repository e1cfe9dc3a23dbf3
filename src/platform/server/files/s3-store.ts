import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { currentTime, fromMachine } from '#lib/clock.ts'
import { inScratch } from '#platform/server/files/disk.ts'
import { meterOf } from '#platform/server/files/meter.ts'
import { type Bucket, bodyOf, bucketOnDemand, isMissing, isReplaced, originOf, type S3Settings } from '#platform/server/files/s3.ts'
import { partsOf, sendWhole } from '#platform/server/files/s3-parts.ts'
import { DERIVED, type FileStore, Replaced } from '#platform/server/files/store.ts'

/** What came in is looked at within a day; an address to send to need not live as long. */
const ADDRESS_SECONDS = 60 * 60
const KEPT = 'kept/'
const ARRIVING = 'arriving/'

/**
 * Files in object storage that speaks S3. Small files are uploaded directly by their sender, to an address signed for that many bytes. Larger
 * ones come through this server, which passes each part on and stores nothing itself, so that any server may receive the next part. Reads go
 * through it too: permission to see a file changes, and the response headers must not be the bucket's.
 */
export function s3FileStore(settings: S3Settings): FileStore {
  const open = bucketOnDemand(settings)
  const drop = async (name: string) => dropArrived(await open(), name)
  return {
    place: `${settings.bucket} at ${originOf(settings)}`,
    sendsTo: originOf(settings),
    async presign(name, bytes) {
      const { sdk, s3, Bucket } = await open()
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner')
      const put = new sdk.PutObjectCommand({ Bucket, Key: ARRIVING + name, ContentLength: bytes })
      return getSignedUrl(s3, put, { expiresIn: ADDRESS_SECONDS, signableHeaders: new Set(['content-length', 'host']) })
    },
    expect: async (name, bytes) => partsOf(await open()).begin(ARRIVING + name, bytes),
    offsetOf: async (name) => partsOf(await open()).offsetOf(ARRIVING + name),
    append: async (name, content, { look }) => partsOf(await open()).append(ARRIVING + name, content, look),
    async receive(name, content, most) {
      const meter = meterOf(most)
      const version = await sendWhole(await open(), ARRIVING + name, Readable.from(meter.through(content)))
      return { ...meter.read(), version }
    },
    arrivedBytes: async (name) => bytesUnder(await open(), ARRIVING + name),
    async versionOf(name) {
      const { s3, Bucket } = await open()
      return (await s3.headObject({ Bucket, Key: ARRIVING + name })).ETag ?? ''
    },
    async inspect(name) {
      const { s3, Bucket } = await open()
      const { Body, ETag = '' } = await s3.getObject({ Bucket, Key: ARRIVING + name })
      const meter = meterOf(Number.POSITIVE_INFINITY)
      for await (const chunk of bodyOf(Body)) meter.add(chunk as Buffer)
      return { ...meter.read(), version: ETag }
    },
    async keep(name, { sha256, version }) {
      await copyIfSame(await open(), { from: ARRIVING + name, to: KEPT + sha256, version })
      await drop(name)
      return sha256
    },
    drop,
    dropStale: async (before) => dropUntouched(await open(), before, drop),
    read: (key, range) => Readable.from(readObject(open, keyOf(key), range && `bytes=${range.start}-${range.end}`), { objectMode: false }),
    find: async (key) => bytesUnder(await open(), keyOf(key)),
    async put(key, content) {
      const { s3, Bucket } = await open()
      await s3.putObject({ Bucket, Key: keyOf(key), Body: content })
    },
    onDisk: (key, work) =>
      inScratch(async (folder) => {
        const path = join(folder, 'file')
        await pipeline(readObject(open, keyOf(key)), createWriteStream(path, { mode: 0o600 }))
        return work(path)
      }),
    async remove(key, asOf) {
      const { s3, Bucket } = await open()
      const there = await s3.headObject({ Bucket, Key: keyOf(key) }).catch(noneIfMissing)
      if (there?.LastModified && fromMachine(there.LastModified) < asOf) await s3.deleteObject({ Bucket, Key: keyOf(key) })
    },
    dropLoneDerived: async () => dropLone(await open()),
    hasRoomFor: async () => true,
  }
}

const keyOf = (key: string): string => (key.startsWith(`${DERIVED}/`) ? key : KEPT + key)

async function* readObject(open: () => Promise<Bucket>, Key: string, Range?: string) {
  const { s3, Bucket } = await open()
  const { Body } = await s3.getObject({ Bucket, Key, ...(Range ? { Range } : {}) })
  yield* bodyOf(Body)
}

const bytesUnder = async ({ s3, Bucket }: Bucket, Key: string): Promise<number | undefined> =>
  (await s3.headObject({ Bucket, Key }).catch(noneIfMissing))?.ContentLength

/**
 * Copied only while it is what was read through: a sender's address is good for other bytes as long as it lives. What came in parts only
 * we can have put there, and not every store compares its ETag (`…-3`). @throws Replaced
 */
async function copyIfSame({ s3, Bucket }: Bucket, { from, to, version }: { from: string; to: string; version: string }): Promise<void> {
  const what = { CopySource: `${Bucket}/${from}`, ...(version.includes('-') ? {} : { CopySourceIfMatch: version }) }
  const plain = { MetadataDirective: 'REPLACE', ContentType: 'application/octet-stream' } as const
  await s3.copyObject({ Bucket, Key: to, ...what, ...plain }).catch((cause: unknown) => {
    if (isReplaced(cause) || isMissing(cause)) throw new Replaced(from, { cause })
    throw cause
  })
}

async function dropArrived(bucket: Bucket, name: string): Promise<void> {
  const { s3, Bucket } = bucket
  await partsOf(bucket).forget(ARRIVING + name)
  await s3.deleteObject({ Bucket, Key: ARRIVING + name })
}

type Found = { Key: string; LastModified: Date }

/** Everything under a prefix, in the order of its keys. */
async function* listObjects({ s3, Bucket }: Bucket, Prefix: string): AsyncGenerator<Found> {
  let StartAfter: string | undefined
  do {
    const { Contents = [], IsTruncated } = await s3.listObjectsV2({ Bucket, Prefix, ...(StartAfter ? { StartAfter } : {}) })
    for (const { Key = '', LastModified } of Contents) yield { Key, LastModified: LastModified ? fromMachine(LastModified) : currentTime() }
    StartAfter = IsTruncated ? Contents.at(-1)?.Key : undefined
  } while (StartAfter)
}

/** Each part updates the date of an upload in parts, wherever its progress is recorded. */
async function dropUntouched(bucket: Bucket, before: Date, drop: (name: string) => Promise<void>): Promise<void> {
  const touched = new Map<string, Date>()
  for await (const { Key, LastModified } of listObjects(bucket, ARRIVING)) {
    const name = partsOf(bucket).nameOf(Key.slice(ARRIVING.length))
    if (LastModified >= (touched.get(name) ?? new Date(0))) touched.set(name, LastModified)
  }
  for (const [name, at] of touched) if (at < before) await drop(name)
  const { Uploads = [] } = await bucket.s3.listMultipartUploads({ Bucket: bucket.Bucket, Prefix: ARRIVING })
  for (const { Key = '', UploadId, Initiated } of Uploads) {
    const touchedAt = touched.get(Key.slice(ARRIVING.length)) ?? (Initiated ? fromMachine(Initiated) : currentTime())
    const isLive = touchedAt >= before
    if (!isLive) await bucket.s3.abortMultipartUpload({ Bucket: bucket.Bucket, Key, UploadId }).catch(noneIfMissing)
  }
}

/** Both lists come in the order of the hashes, so one walk beside the other finds who is alone. */
async function dropLone(bucket: Bucket): Promise<void> {
  const originals = listObjects(bucket, KEPT)
  let original = await originals.next()
  for await (const { Key } of listObjects(bucket, `${DERIVED}/`)) {
    const sha256 = Key.slice(DERIVED.length + 1).split('.')[0] ?? ''
    while (!original.done && original.value.Key.slice(KEPT.length) < sha256) original = await originals.next()
    if (original.done || original.value.Key.slice(KEPT.length) !== sha256) {
      await bucket.s3.deleteObject({ Bucket: bucket.Bucket, Key })
    }
  }
}

function noneIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
