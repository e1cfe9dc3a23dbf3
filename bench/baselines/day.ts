// Baseline for reading a day: node:http and the same prepared statement, without session, practice or contract.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { VISITS_BETWEEN } from '#features/visits/appointments/server/queries.ts'
import { beSubject } from '../load.ts'

await beSubject(async (owner: pg.PoolConfig) => {
  const pool = new pg.Pool({ ...owner, max: 12 })
  const server = createServer(async (request, response) => {
    const [, practice, day] = (request.url ?? '').split('/')
    const { rows } = await pool.query<{ visit: unknown }>({ ...VISITS_BETWEEN, values: [practice, day, day] })
    const body = JSON.stringify(rows.map((row) => row.visit))
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }).end(body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, stop: () => pool.end() }
})
