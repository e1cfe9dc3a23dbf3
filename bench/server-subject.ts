import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { buildApp } from '#app/build-app.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { makeLog } from '#platform/server/log.ts'
import { testHash, testVault } from '#testing/vault.ts'
import { beSubject } from './load.ts'

/** The product's own server on a prepared database, as `npm start` builds it. */
await beSubject(async ({ app: connection, directory }: { app: pg.PoolConfig; directory: pg.PoolConfig }) => {
  const db = openDatabase({ app: connection, directory })
  const app = await buildApp({
    db,
    files: fileStore({ filesFolder: join(tmpdir(), 'pritchel-bench-files') }),
    vault: testVault(),
    keyedHash: testHash(),
    mode: 'test',
    origin: 'http://localhost:3000',
    checksAnswers: false,
    log: makeLog('warn'),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      await app.close()
      await db.close()
    },
  }
})
