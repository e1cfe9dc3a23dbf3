import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that carried bytes of a file: from which of them on, and how many went to the server. */
type Carried = { method: string; from: number; bytes: number; isTorn: boolean }

/**
 * A wire on this machine between a browser and the server (`url` is its proxy). It tears once, as a file's byte number `tornAt` has gone through: both
 * ends are closed in the middle of the request, and nobody comes through until `mend`. `carried`: each request with a file, in order.
 */
export async function openTornWire(tornAt: number) {
  const carried: Carried[] = []
  let state: 'whole' | 'torn' | 'mended' = 'whole'
  const server = createServer((request, response) => {
    // On a connection of its own, because a browser sends anew by itself what is lost on one it had used before.
    response.shouldKeepAlive = false
    if (state === 'torn') return void request.socket.destroy()
    const onward = passOn(request, response)
    if (request.method !== 'PUT' && request.method !== 'PATCH') return void request.pipe(onward)
    const file = { method: request.method, from: Number(request.headers['upload-offset'] ?? 0), bytes: 0, isTorn: false }
    carried.push(file)
    request.on('data', (piece: Buffer) => {
      const part = piece.subarray(0, state === 'whole' ? tornAt - file.from - file.bytes : piece.length)
      file.bytes += part.length
      request.pause()
      onward.write(part, () => {
        if (state !== 'whole' || file.from + file.bytes < tornAt) return void request.resume()
        file.isTorn = true
        state = 'torn'
        onward.destroy()
        request.socket.destroy()
      })
    })
    request.on('end', () => onward.end())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    carried,
    isTorn: () => state === 'torn',
    mend() {
      state = 'mended'
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Asks the server what the browser asks, and gives its answer back. */
function passOn({ url = '', method, headers }: IncomingMessage, response: ServerResponse) {
  const onward = send(url, { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
    answer.pipe(response)
  })
  onward.on('error', () => response.destroy())
  return onward
}
