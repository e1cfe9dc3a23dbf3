import pg from 'pg'
import { type Asking, askForCode } from '#features/records/guests/server/asking.ts'
import { indexAddresses } from '#features/records/guests/server/jobs.ts'
import { listHolders } from '#features/records/guests/server/list-holders.ts'
import { codeSender } from '#features/records/guests/server/sending-codes.ts'
import { openDatabase, type PracticeTx } from '#platform/server/database/db.ts'
import { keyedHash } from '#platform/server/keyed-hash.ts'
import { simulated } from '#platform/server/sending/sms.ts'
import { Tries } from '#platform/server/tries.ts'
import { testVault } from '#testing/vault.ts'
import { beChores, type Chores, timed } from './chores.ts'
import { median } from './load.ts'
import { emailOf, horseId, type Owner, ownerAt, personId, phoneOf } from './owners.ts'
import { practiceId } from './seed.ts'

type Input = { app: pg.PoolConfig; directory: pg.PoolConfig; hashKey: string; practices: number }

/** What the portal does apart from requests. */
await beChores(({ app, directory, hashKey, practices }: Input) => {
  const db = openDatabase({ app, directory })
  const asking = { db, vault: testVault(), keyedHash: keyedHash(Buffer.from(hashKey, 'base64')), tries: new Tries(db) }
  let n = 0
  const next = () => ownerAt(n++, practices)
  return { chores: { ...choresOfDoor(asking, next), ...choresOfIndex(asking, next) }, close: () => db.close() }
})

/** One statement, by its key, through the door of guests and through that of members. */
function choresOfDoor({ db }: Asking, next: () => Owner): Chores {
  const read = (owner: Owner) => (tx: PracticeTx) =>
    tx.selectFrom('horses').select(['id', 'name']).where('id', '=', horseId(owner)).executeTakeFirstOrThrow()
  const ofGuest = (owner: Owner) => ({ practiceId: practiceId(owner.practice), personId: personId(owner) })
  const withNext = (door: (owner: Owner) => Promise<unknown>) => timed(() => door(next()))
  return {
    guest: withNext((owner) => db.withGuest(ofGuest(owner), read(owner))),
    member: withNext((owner) => db.withPractice(practiceId(owner.practice), read(owner))),
  }
}

function choresOfIndex(asking: Asking, next: () => Owner): Chores {
  const { db, keyedHash: hash } = asking
  const carriers = { sms: simulated, email: simulated, push: simulated }
  const log = { warn: () => {} }
  const send = codeSender({ ...asking, carriers, origin: 'http://localhost:3000', isTestVersion: false, log })
  let asks = 0
  let rebuilt: { idleMb: number; peakMb: number; ms?: number; error?: string } = { idleMb: 0, peakMb: 0 }
  return {
    /** Requests a code and sends it: milliseconds of the sending, from its claim to the words. */
    async send(times) {
      const took: number[] = []
      for (let at = 0; at < times; at++) {
        const from = { browser: `browser ${asks++}`, ip: `10.1.${Math.floor(asks / 250) % 250}.${asks % 250}` }
        await askForCode(asking, { kind: 'email', address: emailOf(next()) }, from)
        const { rows } = await db.directoryPool.query('select id from directory.asks where due_at is not null')
        const started = performance.now()
        await send(rows[0].id)
        took.push(performance.now() - started)
      }
      return { medianMs: median(took) }
    },
    /** How many statements find whose a mobile number is. */
    async holders(times) {
      const before = statements
      for (let at = 0; at < times; at++) {
        const owner = next()
        const [found, ...others] = await db.withDirectory((tx) => listHolders(tx, hash, { kind: 'phone', address: phoneOf(owner) }))
        if (found?.practiceId !== practiceId(owner.practice) || others.length > 0) throw new Error('a number is not found by the index')
      }
      return { statements: (statements - before) / times }
    },
    /** Starts to rebuild the index and returns at once; `rebuilt` reports when it is done. */
    async rebuild() {
      const idleMb = residentMb()
      rebuilt = { idleMb, peakMb: idleMb }
      const watching = setInterval(() => {
        rebuilt.peakMb = Math.max(rebuilt.peakMb, residentMb())
      }, 20)
      const started = performance.now()
      void indexAddresses(db, hash)
        .handle({})
        .catch((error: Error) => {
          rebuilt.error = error.message
        })
        .finally(() => {
          clearInterval(watching)
          rebuilt.ms = performance.now() - started
        })
      return {}
    },
    rebuilt: async () => rebuilt,
  }
}

const residentMb = () => process.memoryUsage().rss / 2 ** 20

let statements = 0
const query = pg.Client.prototype.query
pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
  const text = typeof input[0] === 'string' ? input[0] : (input[0] as { text?: string }).text
  if (text !== undefined && !/^(begin|commit)/.test(text)) statements++
  return (query as (...all: unknown[]) => unknown).apply(this, input)
} as typeof query
