import type pg from 'pg'
import { buildApp } from '#app/build-app.ts'
import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { openJobs } from '#platform/server/jobs/jobs.ts'
import { makeLog } from '#platform/server/log.ts'
import { testHash, testVault } from '#testing/vault.ts'
import { beSubject } from './load.ts'

type Input = { app: pg.PoolConfig; directory: pg.PoolConfig; filesFolder: string }

/** The product's own server with a folder for files and the worker that makes their pictures, as `npm start` runs both in one process. */
await beSubject(async ({ app: connection, directory, filesFolder }: Input) => {
  const db = openDatabase({ app: connection, directory })
  const log = makeLog('warn')
  const jobs = await openJobs(connection, log)
  const files = fileStore({ filesFolder })
  const app = await buildApp({
    db,
    files,
    vault: testVault(),
    keyedHash: testHash(),
    mode: 'test',
    origin: 'http://localhost:3000',
    checksAnswers: false,
    log,
  })
  await jobs.work([makePictures(db, files)])
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      await app.close()
      await jobs.close()
      await db.close()
    },
  }
})
