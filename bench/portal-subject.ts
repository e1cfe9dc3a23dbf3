import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { buildApp } from '#app/build-app.ts'
import { codeSender } from '#features/records/guests/server/sending-codes.ts'
import { takeAsks } from '#features/records/guests/server/take-asks.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { keepWaking } from '#platform/server/database/wakes.ts'
import { fileStore } from '#platform/server/files/store.ts'
import { keyedHash } from '#platform/server/keyed-hash.ts'
import { makeLog } from '#platform/server/log.ts'
import { simulated } from '#platform/server/sending/sms.ts'
import { Tries } from '#platform/server/tries.ts'
import { testVault } from '#testing/vault.ts'
import { beSubject } from './load.ts'

type Input = { app: pg.PoolConfig; directory: pg.PoolConfig; hashKey: string; leavesIndex?: boolean; sendsCodes?: boolean }

/**
 * The product's own server as it runs in production, with a key by which the index of addresses is made. `leavesIndex`: without the follower that
 * keeps it; `sendsCodes`: with the worker beside it that sends codes, to no one.
 */
await beSubject(async ({ hashKey, leavesIndex, sendsCodes, ...connections }: Input) => {
  const db = openDatabase(connections)
  const { follow } = db
  // That follower is the last one of all.
  if (leavesIndex) db.follow = (...endings) => follow(...endings.slice(0, -1))
  const [vault, hash, log, origin] = [testVault(), keyedHash(Buffer.from(hashKey, 'base64')), makeLog('warn'), 'http://localhost:3000']
  const app = await buildApp({
    db,
    files: fileStore({ filesFolder: join(tmpdir(), 'pritchel-bench-files') }),
    vault,
    keyedHash: hash,
    mode: 'production',
    hasProvider: { texts: true, mail: true, inboundMail: false },
    origin,
    checksAnswers: false,
    log,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const carriers = { sms: simulated, email: simulated, push: simulated }
  const sending = { db, vault, keyedHash: hash, tries: new Tries(db), carriers, origin, isTestVersion: false, log }
  const codes = sendsCodes ? keepWaking(db, codeSender(sending), log, takeAsks) : undefined
  const address = app.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      await codes?.stop()
      await app.close()
      await db.close()
    },
  }
})
