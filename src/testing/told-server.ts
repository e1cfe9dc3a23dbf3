import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { Manifest } from '#connectors/kit/manifest.ts'
import type { Credentials } from '#connectors/kit/wire.ts'
import { openWire } from '#features/office/integrations/server/wire.ts'
import { openReach } from '#platform/server/reach.ts'

export type Json = Record<string, unknown>
/** A request it got; the path is decoded. */
export type JsonRequest = { method: string; path: string; headers: Record<string, string | string[] | undefined>; body: Json | null }
/** `cut`: its end never comes, and the connection breaks. `hang`: nothing comes at all. */
export type Answer = { status?: number; body?: unknown; text?: string; headers?: Record<string, string>; cut?: boolean; hang?: boolean }

type Limits = { mostMs?: number; mostBytes?: number }

/** A server of JSON that answers by `answerTo` until the test ends, and a wire to it that carries a bearer's key. */
export async function toldServer(
  manifest: Pick<Manifest, 'pace'>,
  answerTo: (asked: JsonRequest, origin: string) => Answer,
  limits: Limits = {},
) {
  const asked: JsonRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method = '', url = '', headers } = request
    const sent = Buffer.concat(chunks).toString()
    const one = { method, path: decodeURIComponent(url), headers, body: sent ? JSON.parse(sent) : null }
    asked.push(one)
    const { status = 200, body, text, headers: more, cut, hang } = answerTo(one, `http://${headers.host}`)
    if (hang) return
    const written = text ?? (body === undefined ? '' : JSON.stringify(body))
    response.writeHead(status, { 'content-type': 'application/json', ...(cut && { 'content-length': '999' }), ...more })
    if (cut) response.write(written, () => response.destroy())
    else response.end(written)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { ...wireTo(manifest, { key: 'secret', address: origin }, limits), asked, origin }
}

/** A wire to a server of this machine with a bearer's key, and how many requests have gone there. */
export function wireTo(manifest: Pick<Manifest, 'pace'>, credentials: Credentials, limits: Limits = {}) {
  const reach = openReach({ reach: ['127.0.0.1'], ...limits })
  let count = 0
  const fetch = (url: string, init?: RequestInit) => {
    count += 1
    return reach(url, init)
  }
  return { wire: openWire({ fetch, manifest, credentials, authorization: `Bearer ${credentials.key}` }), requests: () => count }
}
