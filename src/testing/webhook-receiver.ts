import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'
import { realMs } from '#lib/clock.ts'

/** A message as it came. */
export type Received = { id: string; body: string; headers: Record<string, string>; atMs: number }
/** What a receiver answers; `hang`: nothing. */
export type Answering = (message: Received, response: ServerResponse) => void

export const OK: Answering = (_, response) => void response.writeHead(204).end()
export const answers =
  (status: number, headers = {}, body = ''): Answering =>
  (_, response) =>
    void response.writeHead(status, headers).end(body)
export const HANGS: Answering = () => {}

/** A program that receives webhooks, on loopback. `by`: what it answers from now on. */
export async function startReceiver() {
  const received: Received[] = []
  let answering = OK
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      const message = { id: headers['webhook-id'] ?? '', body: Buffer.concat(chunks).toString(), headers, atMs: realMs() }
      received.push(message)
      answering(message, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/pritchel`,
    received,
    by: (next: Answering) => {
      answering = next
    },
    /** What came since the last call of this, in words of its types. */
    types: () => received.splice(0).map(({ body }) => (JSON.parse(body) as { type: string }).type),
    async stop() {
      server.closeAllConnections()
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}

/** What the library that receivers use reads of a message, at the moment it came. @throws WebhookVerificationError */
export function verified(secret: string, { body, headers, atMs }: Received): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: atMs })
  try {
    return new Webhook(secret).verify(body, headers)
  } finally {
    vi.useRealTimers()
  }
}
