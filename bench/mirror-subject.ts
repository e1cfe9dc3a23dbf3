// The desktop's store behind plain HTTP, in a process of its own, as a shell's main process has it behind its bridge.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DesktopFile, openStore } from '../shells/desktop/core/store.ts'
import { beSubject } from './load.ts'

type Asked = { of?: { personId: string; practiceId: string }; what: string; given: never[] }

await beSubject(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pritchel-bench-mirror-'))
  const store = openStore(folder)
  const answer = async ({ of, what, given }: Asked): Promise<unknown> => {
    const on = of ? await store.open(of) : store
    return (on as unknown as Record<keyof DesktopFile, (...all: never[]) => unknown>)[what as keyof DesktopFile](...given)
  }
  const server = createServer(async (request, response) => {
    const headers = { 'access-control-allow-origin': '*', 'content-type': 'application/json' }
    try {
      const result = await answer(JSON.parse(await textOf(request)) as Asked)
      response.writeHead(200, headers).end(JSON.stringify(result ?? null))
    } catch (error) {
      response.writeHead(500, headers).end(JSON.stringify(String(error)))
    }
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      server.closeAllConnections()
      store.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
})

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}
