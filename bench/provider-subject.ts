import { createServer } from 'node:http'
import { beSubject } from './load.ts'

/** A provider of texts that accepts everything at once and stores nothing. */
await beSubject(async (_: object) => {
  let taken = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      const body = JSON.stringify({ sid: `SM${++taken}`, status: 'queued' })
      response.writeHead(201, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
})
