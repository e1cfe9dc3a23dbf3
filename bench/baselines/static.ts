// Baseline for a public poll: bytes made once, answered by node:http with an ETag and 304.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beSubject } from '../load.ts'

const headersOf = ({ body, etag }: { body: string; etag: string }) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  etag,
})

await beSubject(async ({ bodies }: { bodies: Record<string, string> }) => {
  const answers = new Map(
    Object.entries(bodies).map(([path, body]) => [path, { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` }]),
  )
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (!answer) response.writeHead(404).end()
    else if (request.headers['if-none-match'] === answer.etag) response.writeHead(304, { etag: answer.etag }).end()
    else response.writeHead(200, headersOf(answer)).end(answer.body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, stop: async () => void server.close() }
})
