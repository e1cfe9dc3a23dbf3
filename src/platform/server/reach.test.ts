import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createListener } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { OutOfReach, openReach } from '#platform/server/reach.ts'
import { EVIL_ADDRESSES } from '#testing/evil-addresses.ts'

const servers: { close: () => void; closeAllConnections?: () => void }[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections?.()
    server.close()
  }
})

/** A server on loopback, and its `host:port`. */
async function serve(answer: RequestListener): Promise<string> {
  const server: Server = createServer(answer)
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A listener on every address of this machine that counts who comes. */
async function countingListener() {
  const listener = createListener((socket) => {
    counter.connections += 1
    socket.destroy()
  })
  servers.push(listener)
  await new Promise<void>((done) => listener.listen(0, done))
  const counter = { connections: 0, port: (listener.address() as AddressInfo).port }
  return counter
}

const kindOf = async (answer: Promise<Response>) =>
  answer.then(
    ({ status }) => `answered ${status}`,
    (error) => (error instanceof OutOfReach ? error.kind : String(error)),
  )

describe('addresses that people type', () => {
  test.for(EVIL_ADDRESSES)('%s is refused before a byte leaves', async (address) => {
    const listener = await countingListener()
    expect(await kindOf(openReach()(address.replace('PORT', String(listener.port))))).toBe('address')
    expect(listener.connections).toBe(0)
  })

  test.for([
    ['metadata.google.internal', ['169.254.169.254']],
    ['localhost.', ['127.0.0.1']],
    ['half.example', ['93.184.216.34', '127.0.0.1']],
    ['six.example', ['::ffff:127.0.0.1']],
    ['nothing.example', []],
    ['broken.example', ['not an address']],
  ] as const)('the name %s is refused for its addresses', async ([name, addresses]) => {
    const listener = await countingListener()
    const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    expect(await kindOf(openReach({ resolve })(`https://${name}:${listener.port}/`))).toBe('address')
    expect(listener.connections).toBe(0)
  })

  test('a name is resolved once for a connection, and refused when it has turned private for the next', async () => {
    const listener = await countingListener()
    // No one has the first address.
    const answers = ['2000::1', '127.0.0.1']
    let asked = 0
    const resolve = async () => [{ address: answers[asked++] ?? '', family: asked === 1 ? 6 : 4 }]
    const fetch = openReach({ resolve, mostMs: 500 })
    expect(await kindOf(fetch('https://turning.example:8443/'))).toBe('silent')
    expect(asked).toBe(1)
    expect(await kindOf(fetch(`https://turning.example:${listener.port}/`))).toBe('address')
    expect(listener.connections).toBe(0)
  })

  test('a redirect to a private address is refused', async () => {
    const listener = await countingListener()
    for (const target of [`https://127.0.0.1:${listener.port}/`, `http://localhost:${listener.port}/`, 'file:///etc/passwd']) {
      const host = await serve((_, answer) => answer.writeHead(302, { location: target }).end())
      expect(await kindOf(openReach({ reach: [host] })(`http://${host}/`))).toBe('address')
    }
    expect(listener.connections).toBe(0)
  })
})

describe('addresses that the operator chose', () => {
  /** Answers with the request it got. */
  const echo: RequestListener = (request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const { method, url, headers } = request
      answer.end(
        JSON.stringify({ method, url, key: headers.authorization, named: headers['x-api-key'], body: Buffer.concat(chunks).toString() }),
      )
    })
  }
  const key = { authorization: 'Basic secret' }

  test('may be private, by host and port or by host alone', async () => {
    const host = await serve(echo)
    for (const reach of [[host], ['127.0.0.1']]) {
      const answer = await openReach({ reach })(`http://${host}/here`, { method: 'REPORT', headers: key, body: 'what?' })
      expect(answer.url).toBe(`http://${host}/here`)
      expect(await answer.json()).toEqual({ method: 'REPORT', url: '/here', key: 'Basic secret', body: 'what?' })
    }
    expect(await kindOf(openReach({ reach: ['127.0.0.1:1'] })(`http://${host}/`))).toBe('address')
  })

  test('are followed on, with the key to the same origin only', async () => {
    const other = await serve(echo)
    const host = await serve((request, answer) => {
      if (request.url === '/away') answer.writeHead(307, { location: `http://${other}/there` }).end()
      else if (request.url === '/see') answer.writeHead(303, { location: '/there' }).end()
      else if (request.url === '/moved') answer.writeHead(301, { location: '/there' }).end()
      else echo(request, answer)
    })
    const fetch = openReach({ reach: [host, other] })
    const ask = async (path: string, method: string) => {
      const answer = await fetch(`http://${host}${path}`, { method, headers: { ...key, 'x-api-key': 'secret' }, body: 'what?' })
      expect(answer.url).toBe(`http://${path === '/away' ? other : host}/there`)
      return (await answer.json()) as object
    }
    expect(await ask('/moved', 'PROPFIND')).toMatchObject({ method: 'PROPFIND', key: 'Basic secret', named: 'secret', body: 'what?' })
    expect(await ask('/moved', 'POST')).toMatchObject({ method: 'GET', key: 'Basic secret', body: '' })
    expect(await ask('/see', 'PUT')).toMatchObject({ method: 'GET', key: 'Basic secret', body: '' })
    const away = await ask('/away', 'PROPFIND')
    expect(away).toMatchObject({ method: 'PROPFIND', body: 'what?' })
    expect(away).not.toHaveProperty('key')
    expect(away).not.toHaveProperty('named')
  })

  test('are not followed where that is wished', async () => {
    let asked = 0
    const host = await serve((_, answer) => {
      asked += 1
      answer.writeHead(307, { location: '/there' }).end('moved')
    })
    const answer = await openReach({ reach: [host] })(`http://${host}/`, { method: 'POST', body: 'a secret', redirect: 'manual' })
    expect([answer.status, answer.headers.get('location'), await answer.text(), asked]).toEqual([307, '/there', 'moved', 1])
  })

  test('are left after five redirects', async () => {
    let asked = 0
    const host = await serve((_, answer) => {
      asked += 1
      answer.writeHead(302, { location: '/again' }).end()
    })
    expect(await kindOf(openReach({ reach: [host] })(`http://${host}/`))).toBe('address')
    expect(asked).toBe(6)
  })

  test('answer in 5 MB, unpacked, or not at all', async () => {
    const packed = gzipSync(Buffer.alloc(64_000_000))
    const host = await serve((request, answer) => {
      if (request.url === '/packed') answer.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
      else if (request.url === '/fits') answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(5_000_000)))
      else answer.end(Buffer.alloc(5_000_001))
    })
    const fetch = openReach({ reach: [host] })
    expect(packed.length).toBeLessThan(100_000)
    expect(await kindOf(fetch(`http://${host}/packed`))).toBe('too_large')
    expect(await kindOf(fetch(`http://${host}/`))).toBe('too_large')
    const answer = await fetch(`http://${host}/fits`)
    expect((await answer.arrayBuffer()).byteLength).toBe(5_000_000)
    expect(answer.headers.get('content-encoding')).toBeNull()
  })

  test('are silent when they hang, drip, break off or are not there', async () => {
    const host = await serve((request, answer) => {
      if (request.url === '/hang') return
      answer.writeHead(200, { 'content-length': '100' })
      if (request.url === '/drip') answer.write('x')
      else answer.write('x', () => answer.destroy())
    })
    const fetch = openReach({ reach: ['127.0.0.1'], mostMs: 300 })
    for (const path of ['/hang', '/drip', '/cut']) expect(await kindOf(fetch(`http://${host}${path}`))).toBe('silent')
    expect(await kindOf(fetch('http://127.0.0.1:9/'))).toBe('silent')
  })

  test('answer without a body too', async () => {
    const host = await serve((_, answer) => answer.writeHead(204).end())
    const answer = await openReach({ reach: [host] })(`http://${host}/`, { method: 'DELETE' })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
  })
})
