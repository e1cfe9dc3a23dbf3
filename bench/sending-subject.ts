import { createServer } from 'node:http'
import type pg from 'pg'
import { drainPractice } from '#features/core/notices/server/drain.ts'
import { openDatabase } from '#platform/server/database/db.ts'
import { simulated } from '#platform/server/sending/sms.ts'
import { openTwilio } from '#platform/server/sending/twilio.ts'
import { beSubject } from './load.ts'

type Input = { app: pg.PoolConfig; directory: pg.PoolConfig; providerPort: number }

/** The product's own sending worker with a provider of texts on this machine: `GET /<practice>` sends all that is due of one. */
await beSubject(async ({ app, directory, providerPort }: Input) => {
  const db = openDatabase({ app, directory })
  const origin = 'http://localhost:3000'
  const sms = openTwilio({
    accountSid: 'AC0',
    authToken: 'bench',
    from: '+447700900000',
    baseUrl: `http://127.0.0.1:${providerPort}`,
    origin,
  })
  const server = createServer(async (request, response) => {
    await drainPractice(db, { sms, email: simulated, push: simulated }, (request.url ?? '').slice(1), { origin })
    response.writeHead(200, { 'content-length': 2 }).end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      server.closeAllConnections()
      server.close()
      await db.close()
    },
  }
})
