import pg from 'pg'
import { deliverPractice } from '#features/office/webhooks/server/deliver.ts'
import { openWebhookReach } from '#features/office/webhooks/server/sending.ts'
import { newSecret, sealSecret } from '#features/office/webhooks/server/signing.ts'
import { uuidv7 } from '#lib/ids.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { testVault } from '#testing/vault.ts'
import { barePosts } from './baselines/webhooks.ts'
import { interleave, startSubject } from './load.ts'
import { practiceId, seed } from './seed.ts'
import { figure } from './table.ts'

const RECEIVER = new URL('./provider-subject.ts', import.meta.url)
const MESSAGES = 10_000
const ROUNDS = 5
/** As many as a webhook has on their way at once. */
const AT_ONCE = 16

type Prepared = { owner: pg.PoolConfig; app: pg.PoolConfig; directory: pg.PoolConfig }

/** What it costs to send the messages of a webhook. */
export async function webhookFigures(prepared: Prepared) {
  const { ratio, a, b } = await benchWebhooks(prepared)
  figure('10,000 messages of a webhook / bare posts, as many at once', ratio, 'x', 6, `${a.toFixed(1)} s / ${b.toFixed(1)} s`)
}

/** Messages that wait, claimed, signed, sent and recorded by the worker, against bare posts of the same bodies to the same receiver: seconds, fsync on. */
async function benchWebhooks(prepared: Prepared) {
  await seed(prepared.owner, 1, 0)
  const receiver = await startSubject(RECEIVER, {})
  const host = `127.0.0.1:${receiver.port}`
  const url = `http://${host}/pritchel`
  const db = openDatabase(prepared)
  const vault = testVault()
  const ways = { vault, reach: openWebhookReach([host]), reachable: [host], isTestVersion: true }
  const owner = new pg.Client(prepared.owner)
  await owner.connect()
  const practice_id = practiceId(1)
  const webhook = { practice_id, id: uuidv7() }
  const { secret, vault_key_id } = sealSecret(vault, webhook, newSecret())
  await owner.query(`select set_config('app.practice_id', $1, false)`, [practice_id])
  await owner.query(
    `insert into webhooks (practice_id, id, url, things, made_at, secret, vault_key_id) values ($1, $2, $3, '{client}', now(), $4, $5)`,
    [practice_id, webhook.id, url, secret, vault_key_id],
  )
  const waiting = `select count(*)::int as count from webhook_deliveries where state <> 'delivered'`
  const ours = async () => {
    await owner.query('delete from webhook_deliveries')
    await owner.query(
      `insert into webhook_deliveries (practice_id, id, webhook_id, type, subject_id, rev, at, next_at)
        select $1, gen_random_uuid(), $2, 'client.changed', gen_random_uuid(), n, now(), now() - interval '1 minute' from generate_series(1, $3::int) n`,
      [practice_id, webhook.id, MESSAGES],
    )
    await owner.query('analyze webhook_deliveries')
    const started = performance.now()
    // A worker looks again each time, as it does while more is due.
    for (let looks = 0; (await owner.query(waiting)).rows[0].count > 0; looks++) {
      if (looks > 100) throw new Error('not all were sent')
      await deliverPractice({ db, origin: 'http://localhost:3000', ...ways }, practice_id)
    }
    return (performance.now() - started) / 1000
  }
  const bare = async () => {
    const started = performance.now()
    await barePosts(url, MESSAGES, AT_ONCE)
    return (performance.now() - started) / 1000
  }
  try {
    await interleave(1, ours, bare)
    return await interleave(ROUNDS, ours, bare)
  } finally {
    await owner.end()
    await db.close()
    await receiver.stop()
  }
}
