import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ask } from './ask.ts'
import { beSubject, type Subject } from './load.ts'

/** What is measured apart from requests, by name: each is done so many times, and returns what it took. */
export type Chores = Readonly<Record<string, (times: number) => Promise<object>>>

/** The child's side of `chore`: `GET /<chore>/<times>` does it so often, and answers with what it took. */
export const beChores = <T>(open: (input: T) => { chores: Chores; close: () => Promise<void> }) =>
  beSubject(async (input: T) => {
    const { chores, close } = open(input)
    const server = createServer(async (request, response) => {
      const [, chore = '', times = '1'] = (request.url ?? '').split('/')
      const { status, body } = await (chores[chore] ?? unknown)(Number(times)).then(
        (done) => ({ status: 200, body: JSON.stringify(done) }),
        (error: Error) => ({ status: 500, body: String(error.stack) }),
      )
      response.writeHead(status, { 'content-length': Buffer.byteLength(body) }).end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return {
      port: (server.address() as AddressInfo).port,
      async stop() {
        server.closeAllConnections()
        server.close()
        await close()
      },
    }
  })

const unknown = () => Promise.reject(new Error('there is no such chore'))

/** Has a subject do a chore. */
export async function chore<T>(subject: Subject, name: string, times = 1): Promise<T> {
  const { status, body } = await ask(subject.port, { path: `/${name}/${times}` })
  if (status !== 200) throw new Error(`${name}: ${body}`)
  return JSON.parse(body) as T
}

/** Does the same over and over: milliseconds each takes, and microseconds of CPU. */
export const timed = (work: () => Promise<unknown>) => async (times: number) => {
  const [started, before] = [performance.now(), process.cpuUsage()]
  for (let at = 0; at < times; at++) await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: (performance.now() - started) / times, cpuUs: (user + system) / times }
}
