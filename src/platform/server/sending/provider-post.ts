import { once } from 'node:events'
import { Agent as PlainAgent, request as plainRequest } from 'node:http'
import { request as secureRequest, Agent as TlsAgent } from 'node:https'

type Post = { url: string; headers: Record<string, string | number>; body: string | Buffer; wholeMs: number }
/** `status` is undefined when no answer came; then `wasHandedOver` is whether all of the request had left. */
type Answer = { status: number; text: string } | { status: undefined; wasHandedOver: boolean }

// A connection that rests this long may have been closed by the other end without our knowing: the request on it would be in doubt.
const RESTS_MS = 4000
const LONGEST_ANSWER = 64 * 1024
const kept = { keepAlive: true, timeout: RESTS_MS, maxSockets: 64 }
const plain = new PlainAgent(kept)
const tls = new TlsAgent(kept)

/** Posts to a provider and reads its answer. Never throws; follows no redirect. */
export async function postToProvider({ url, headers, body, wholeMs }: Post): Promise<Answer> {
  let wasHandedOver = false
  try {
    const isSecure = url.startsWith('https:')
    const options = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.timeout(wholeMs),
    }
    const request = isSecure ? secureRequest(url, { ...options, agent: tls }) : plainRequest(url, { ...options, agent: plain })
    request.on('finish', () => {
      wasHandedOver = true
    })
    // Events after the answer, such as an abort, are reported by the answer's stream.
    request.on('error', () => {})
    request.end(body)
    const [response] = await once(request, 'response')
    return { status: response.statusCode ?? 0, text: await readAll(response) }
  } catch {
    return { status: undefined, wasHandedOver }
  }
}

async function readAll(response: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response) {
    length += chunk.length
    if (length <= LONGEST_ANSWER) chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
