import type { Config } from '#platform/server/config.ts'
import { s3FileStore } from '#platform/server/files/s3-store.ts'
import { type FileStore, fileStore, filesFolderOf } from '#platform/server/files/store.ts'

/** Where a server's files lie, by its configuration. */
export const openFileStore = (config: Pick<Config, 'dataFolder' | 's3'>): FileStore =>
  config.s3 ? s3FileStore(config.s3) : fileStore({ filesFolder: filesFolderOf(config) })
