// Writes clients as fast as the server answers, from a process of its own, and keeps a ledger of the ids whose answer it has read.
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const [url = '', cookie = '', ledger = ''] = process.argv.slice(2)
const WRITERS = 4
const parent = process.ppid // we end with the test

await Promise.all(Array.from({ length: WRITERS }, write))

async function write() {
  for (let count = 0; process.ppid === parent; count++) {
    try {
      const answer = await fetch(`${url}/api/clients`, {
        method: 'POST',
        // Behind a proxy on this machine each writer has its own address, so the limit per address is not what is measured.
        headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': `10.0.${Math.floor(count / 250) % 250}.${count % 250}` },
        body: JSON.stringify({ id: randomUUID(), name: `Client ${count}` }),
        signal: AbortSignal.timeout(5000),
      })
      const { id } = (await answer.json()) as { id: string }
      if (answer.status === 201) appendFileSync(ledger, `${id}\n`)
      else await delay(20)
    } catch {
      await delay(20) // the server is down for a moment: that is what this tests
    }
  }
}
