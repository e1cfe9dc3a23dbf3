import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clockAheadMs } from '#lib/clock.ts'
import { bucketOnDemand } from '#platform/server/files/s3.ts'
import { s3FileStore } from '#platform/server/files/s3-store.ts'
import { type FileStore, fileStore } from '#platform/server/files/store.ts'
import { hasS3 } from '#testing/has-s3.ts'
import { openBucket } from '#testing/s3.ts'

/** A file store for one test file. `arriving`: the names of what is on its way, with what lies beside it. */
export type OpenStore = {
  files: FileStore
  arriving: () => Promise<string[]>
  /** Makes what is on its way older than it is. */
  age?: (name: string, at: Date) => Promise<void>
  stop: () => Promise<void>
}

/** Every kind of store there is, for tests that hold of all: `describe.skipIf(!isHere)(name, …)`. */
export const STORES: readonly { name: string; isDisk: boolean; isHere: boolean; open: () => Promise<OpenStore> }[] = [
  { name: 'on the disk', isDisk: true, isHere: true, open: openDisk },
  { name: `on S3${hasS3() ? '' : ' (python3-swift is not installed)'}`, isDisk: false, isHere: hasS3(), open: openS3 },
]

async function openDisk(): Promise<OpenStore> {
  const filesFolder = await mkdtemp(join(tmpdir(), 'pritchel-files-'))
  return {
    files: fileStore({ filesFolder }),
    arriving: () => readdir(join(filesFolder, 'arriving')).catch(() => []),
    age: (name, at) => {
      const stamp = new Date(at.getTime() - clockAheadMs())
      return utimes(join(filesFolder, 'arriving', name), stamp, stamp)
    },
    stop: () => rm(filesFolder, { recursive: true, force: true }),
  }
}

async function openS3(): Promise<OpenStore> {
  const settings = await openBucket()
  const open = bucketOnDemand(settings)
  return {
    files: s3FileStore(settings),
    async arriving() {
      const { s3, Bucket } = await open()
      const { Contents = [] } = await s3.listObjectsV2({ Bucket, Prefix: 'arriving/' })
      return Contents.map(({ Key = '' }) => Key.slice('arriving/'.length))
    },
    stop: async () => {},
  }
}

/** All bytes under a key; undefined: there are none. */
export async function contentOf(files: FileStore, key: string): Promise<Buffer | undefined> {
  if ((await files.find(key)) === undefined) return undefined
  return Buffer.concat((await files.read(key).toArray()) as Buffer[])
}
