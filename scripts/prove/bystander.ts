// A thread that requests /api/health all the time, and reports on request the longest answer since the last report.
import { Agent, get } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const EVERY_MS = 5
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const { url } = workerData as { url: string }

let longest = 0
let isAsked = false
parentPort?.on('message', () => (isAsked = true))

const ask = (address: string) =>
  new Promise<void>((done, fail) => {
    get(`${url}/api/health`, { agent, headers: { 'x-forwarded-for': address } }, (answer) => answer.resume().once('end', done)).once(
      'error',
      fail,
    )
  })

for (let n = 0; ; n++) {
  const started = performance.now()
  // Another address for each hundred, because the limit by address is not measured.
  await ask(`10.9.${Math.floor(n / 100) % 256}.${Math.floor(n / 25_600) % 256}`)
  longest = Math.max(longest, performance.now() - started)
  if (isAsked) {
    parentPort?.postMessage(longest)
    longest = 0
    isAsked = false
  }
  await new Promise((done) => setTimeout(done, EVERY_MS))
}
