// Baseline for a report: one statement, all rows at once, and a line of text for each.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { beSubject } from '../load.ts'

await beSubject(async ({ owner }: { owner: pg.ClientConfig }) => {
  const client = new pg.Client(owner)
  await client.connect()
  const server = createServer(async (_, response) => {
    const started = performance.now()
    const { rows } = await client.query(`
      select w.work_date::text, h.name as horse, c.name as owner, w.service_type, w.findings, w.recommendations, m.name as by, l.unit_pence
      from work_entries w join horses h on h.id = w.horse_id join clients c on c.id = h.client_id join members m on m.id = w.member_id
        left join charges l on l.work_entry_id = w.id
      order by w.work_date desc, w.id desc`)
    const text = rows.map((row) => Object.values(row).join(',')).join('\n')
    response.end(JSON.stringify({ seconds: (performance.now() - started) / 1000, state: 'done', rows: rows.length, bytes: text.length }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const stop = async () => {
    server.close()
    await client.end()
  }
  return { port: (server.address() as AddressInfo).port, stop }
})
