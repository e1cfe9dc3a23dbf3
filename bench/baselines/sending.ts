// Baseline for texts: the same forms posted to the same provider by Node's own client, without any state.
import { Agent, createServer, request } from 'node:http'
import { beSubject } from '../load.ts'

const AT_ONCE = 10

await beSubject(async ({ providerPort }: { providerPort: number }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const post = (n: number) =>
    new Promise<void>((resolve, reject) => {
      const form = new URLSearchParams({
        To: '+447700900118',
        From: '+447700900000',
        Body: `Hi Owner, a reminder of your visit (Full set new) on Tue 24 Nov at 09:00.\nGareth Probert Farriery ${n}`,
        StatusCallback: `http://localhost:3000/api/sms/receipts/${n}`,
      }).toString()
      const headers = {
        authorization: `Basic ${Buffer.from('AC0:bench').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(form),
      }
      const asked = request({ port: providerPort, method: 'POST', path: '/2010-04-01/Accounts/AC0/Messages.json', agent, headers })
      asked.on('error', reject)
      asked.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => (JSON.parse(text).sid ? resolve() : reject(new Error(text))))
      })
      asked.end(form)
    })
  const server = createServer(async (asked, response) => {
    let left = Number((asked.url ?? '').slice(1))
    const lane = async () => {
      while (left-- > 0) await post(left)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
    response.writeHead(200, { 'content-length': 2 }).end('ok')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    async stop() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
    },
  }
})
