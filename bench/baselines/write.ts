// Baseline for writing a visit: node:http, its JSON, and one prepared statement on the product's own table, without session, rules or journal.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { beSubject } from '../load.ts'

const INSERT = {
  name: 'insert',
  text: `insert into appointments (practice_id, id, member_id, client_id, title, on_day, local_start, local_end, zone, starts_at, ends_at, rev, seq, deleted_at, fw)
    values ($1, $2, $3, $4, $5, ($6::timestamptz)::date, ($6::timestamptz)::time, ($7::timestamptz)::time, 'Europe/London', $6, $7, 1, 1, null, '{}'::jsonb) returning *`,
}
const UPDATE = {
  name: 'update',
  text: `update appointments set starts_at = $3, ends_at = $4, on_day = ($3::timestamptz)::date, rev = rev + 1 where practice_id = $1 and id = $2 returning *`,
}
const FINISH = {
  name: 'finish',
  text: `update appointments set is_call_complete = true, completed_at = $3, rev = rev + 1 where practice_id = $1 and id = $2 returning *`,
}

await beSubject(async (owner: pg.PoolConfig) => {
  const pool = new pg.Pool({ ...owner, max: 12 })
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request))
    const { practiceId, id, startTime, endTime } = asked
    const statement = request.method === 'POST' ? INSERT : startTime ? UPDATE : FINISH
    const when = startTime ? [startTime, endTime] : [new Date().toISOString()]
    const values =
      request.method === 'POST' ? [practiceId, id, asked.memberId, asked.clientId, asked.title, ...when] : [practiceId, id, ...when]
    const { rows } = await pool.query({ ...statement, values })
    const body = JSON.stringify(rows[0])
    response
      .writeHead(rows.length === 1 ? 200 : 404, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body ?? '') })
      .end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, stop: () => pool.end() }
})
