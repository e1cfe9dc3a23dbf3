// Baseline for an upload: node:http, a stream to the disk, fsync, and a rename.
import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { beSubject } from '../load.ts'

await beSubject(async ({ folder }: { folder: string }) => {
  await mkdir(folder, { recursive: true })
  const server = createServer(async (request, response) => {
    const place = join(folder, (request.url ?? '').slice(1))
    await pipeline(request, createWriteStream(`${place}.part`, { flush: true }))
    await rename(`${place}.part`, place)
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { port: (server.address() as AddressInfo).port, stop: async () => void server.close() }
})
