import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Of so many answers one is cut off, after the far side has handled the request. */
const CUT_EVERY = 7

/** A moment of a worker's death: before the request of this number from here on reaches the far side, or after it was handled. */
export type Death = { inRequests: number; isHandled: boolean; kill: () => void }

/** The way to a far side, on which answers are lost. */
export async function startCuttingProxy(to: string) {
  const [host, port] = to.split(':')
  const counts = { answers: 0, cut: 0, writes: 0 }
  let [death, isCutting]: [Death | undefined, boolean] = [undefined, true]
  let underWay = 0
  /** Whether it is time; the worker is dead then. */
  const dies = (isHandled: boolean) => {
    if (!death || death.inRequests > 0 || death.isHandled !== isHandled) return false
    death.kill()
    death = undefined
    return true
  }
  const server = createServer(async (asked, answer) => {
    underWay += 1
    try {
      const body = await wholeOf(asked)
      if (death) death.inRequests -= 1
      if (dies(false)) return
      if (asked.method === 'PUT' || asked.method === 'DELETE') counts.writes += 1
      const { method, url: path, headers } = asked
      const came = await new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>((done, failed) => {
        const asking = request({ host, port, method, path, headers, agent: false }, (answered) =>
          wholeOf(answered).then((whole) => done({ status: answered.statusCode ?? 502, headers: answered.headers, body: whole }), failed),
        )
        asking.on('error', failed).end(body)
      })
      if (dies(true)) return
      counts.answers += 1
      if (isCutting && counts.answers % CUT_EVERY === 0) {
        counts.cut += 1
        asked.socket.destroy()
        return
      }
      const { 'transfer-encoding': _, connection: __, ...kept } = came.headers
      answer.writeHead(came.status, { ...kept, 'content-length': String(came.body.length) }).end(came.body)
    } catch {
      asked.socket.destroy()
    } finally {
      underWay -= 1
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    /** The worker dies at this moment; without one it lives on. */
    arm: (next: Death | undefined) => {
      death = next
    },
    /** Whether a death is still to come. */
    isArmed: () => death !== undefined,
    /** From now on every answer arrives. */
    calm: () => {
      isCutting = false
    },
    /** Nothing is under way any more: a lease outlives every request of a dead worker. */
    quiet: async () => {
      while (underWay > 0) await new Promise((done) => setTimeout(done, 2))
    },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function wholeOf(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
