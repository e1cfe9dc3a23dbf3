import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string }
type Sent = { method: string; path: string; headers?: Record<string, string>; body?: object }

/** A reverse proxy as people run one: it connects from an address of its own and adds the caller's to `X-Forwarded-For`. */
export async function startProxy(to: { host: string; port: number }, from: string) {
  const server = createServer((incoming, outgoing) => {
    const before = incoming.headers['x-forwarded-for']
    const heard = incoming.socket.remoteAddress ?? ''
    const headers = { ...incoming.headers, 'x-forwarded-for': before ? `${before}, ${heard}` : heard }
    const { method, url: path } = incoming
    const forwarded = request({ ...to, localAddress: from, method, path, headers, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  return { ...(await listenOn(server)), stop: () => new Promise<void>((closed) => server.close(() => closed())) }
}

async function listenOn(server: Server) {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()))
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

/** One request from an address of this machine. */
export function requestFrom(
  localAddress: string,
  to: { host: string; port: number },
  { method, path, headers = {}, body }: Sent,
): Promise<Answer> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const sent = {
    ...headers,
    ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  }
  return new Promise((resolve, reject) => {
    const asking = request({ host: to.host, port: to.port, localAddress, method, path, headers: sent, agent: false }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString() })
    })
    asking.on('error', reject)
    asking.end(text)
  })
}
